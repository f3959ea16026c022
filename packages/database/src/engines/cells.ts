import type { BinaryCell, Cell } from '@hawser/core/ports/database.ts';

/** Characters of one value; whoever needs more asks for a part of it. */
const MAX_CELL_LENGTH = 2_000;
/** Characters of all values together: a program may ask for rows by the ten thousand, and the window has to hold them. */
const MAX_ANSWER_LENGTH = 64_000_000;

/** Turns the values of one answer into cells and counts those that had to be cut. */
export class CellWriter {
	cut = 0;
	private written = 0;
	private readonly longest: number;

	constructor(longest = MAX_CELL_LENGTH) {
		this.longest = longest;
	}

	/** True when no further row has room. */
	get isFull(): boolean {
		return this.written > MAX_ANSWER_LENGTH;
	}

	text(value: string): string {
		this.written += Math.min(value.length, this.longest);
		if (value.length <= this.longest) {
			return value;
		}
		this.cut++;
		return `${value.slice(0, this.longest)}…(+${value.length - this.longest})`;
	}

	/** Digits as a number where a double holds them exactly, else as they are. */
	integer(digits: string): Cell {
		const number = Number(digits);
		return Number.isSafeInteger(number) ? number : this.text(digits);
	}

	float(digits: string): Cell {
		const number = Number(digits);
		return Number.isFinite(number) ? number : digits;
	}

	/** Any value that a driver may hand out. */
	value(value: unknown): Cell {
		if (value === null || value === undefined) {
			return null;
		}
		if (typeof value === 'string') {
			return this.text(value);
		}
		if (typeof value === 'number') {
			return Number.isFinite(value) ? value : String(value);
		}
		if (typeof value === 'boolean') {
			return value;
		}
		if (typeof value === 'bigint') {
			return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : String(value);
		}
		if (value instanceof Uint8Array) {
			return binary(value);
		}
		return this.text(value instanceof Date ? value.toISOString() : JSON.stringify(value));
	}
}

export function binary(value: Uint8Array): BinaryCell {
	const hex = [...value.subarray(0, 16)].map(byte => byte.toString(16).padStart(2, '0')).join('');
	return { bytes: value.length, hex };
}

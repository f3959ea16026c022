import { type ControlSequence, sequenceAt } from './control-sequence.ts';
import { TextRow } from './text-row.ts';

/** Rows that a program can still reach with its cursor; those above are text for good. */
const LIVE_ROWS = 200;
/** Characters kept in memory. */
const KEPT = 16_000_000;

// eslint-disable-next-line no-control-regex
const SPECIAL = /[\b\n\r\u001b]/g;

/**
 * Turns what programs write to a terminal into what a user reads there: escape sequences are gone, a progress bar is
 * its last state, and a character that came in two pieces is whole. Nothing else is left out: where a program clears the
 * screen, the earlier text stays.
 */
export class TerminalText {
	/** Lines that scrolled up where they were first. */
	droppedLines = 0;
	private readonly onMark: (payload: string) => void;
	private blocks: { text: string; lines: number }[] = [];
	private kept = 0;
	private rows = [new TextRow()];
	private current = 0;
	private pending = '';
	private inOtherScreen = false;
	private joined: string | undefined;

	/** `onMark` gets the operating system commands, such as `633;C`, in the order of the text. */
	constructor(onMark: (payload: string) => void = () => undefined) {
		this.onMark = onMark;
	}

	get text(): string {
		if (this.joined === undefined) {
			const live = this.rows.map(String).join('\n');
			this.joined = this.blocks.map(({ text }) => text).join('') + live;
			// One block instead of many, so that the next join has little to do.
			this.blocks = this.joined.length > live.length ? [this.mergedBlocks(live.length)] : [];
		}
		return this.joined;
	}

	push(chunk: string): void {
		const input = this.pending + chunk;
		this.pending = '';
		this.joined = undefined;
		let at = 0;
		while (at < input.length) {
			SPECIAL.lastIndex = at;
			const next = SPECIAL.exec(input)?.index ?? input.length;
			if (next === input.length && isHighSurrogate(input.charCodeAt(next - 1))) {
				this.write(input.slice(at, next - 1));
				this.pending = input.slice(next - 1);
				return;
			}
			this.write(input.slice(at, next));
			if (next === input.length) {
				return;
			}
			const control = input[next];
			if (control === '\u001b') {
				const sequence = sequenceAt(input, next);
				if (sequence === 'incomplete') {
					this.pending = input.slice(next);
					return;
				}
				this.obey(sequence);
				at = next + sequence.length;
			} else {
				this.move(control);
				at = next + 1;
			}
		}
	}

	private get row(): TextRow {
		return this.rowAt(this.current);
	}

	private rowAt(index: number): TextRow {
		while (this.rows.length <= index) {
			this.rows.push(new TextRow());
		}
		return this.rows[index] ?? new TextRow();
	}

	private write(run: string): void {
		if (run !== '' && !this.inOtherScreen) {
			this.row.write(run);
		}
	}

	private move(control: string | undefined): void {
		if (this.inOtherScreen) {
			return;
		}
		if (control === '\n') {
			this.newLine();
		} else if (control === '\r') {
			this.row.moveTo(0);
		} else {
			this.row.moveBy(-1);
		}
	}

	private newLine(): void {
		// Whatever the program printed, a line break leaves the row as it is.
		this.current++;
		if (this.current < this.rows.length) {
			this.row.moveTo(0);
			return;
		}
		this.rows.push(new TextRow());
		if (this.rows.length > 2 * LIVE_ROWS) {
			const text = `${this.rows.splice(0, LIVE_ROWS).map(String).join('\n')}\n`;
			this.current -= LIVE_ROWS;
			this.blocks.push({ text, lines: LIVE_ROWS });
			this.kept += text.length;
			this.dropOldest();
		}
	}

	private dropOldest(): void {
		while (this.kept > KEPT && this.blocks.length > 1) {
			const oldest = this.blocks.shift();
			this.kept -= oldest?.text.length ?? 0;
			this.droppedLines += oldest?.lines ?? 0;
		}
	}

	private mergedBlocks(liveLength: number): { text: string; lines: number } {
		const text = (this.joined ?? '').slice(0, (this.joined?.length ?? 0) - liveLength);
		return { text, lines: this.blocks.reduce((sum, { lines }) => sum + lines, 0) };
	}

	private obey({ kind, payload }: ControlSequence): void {
		if (kind === 'command') {
			this.onMark(payload);
			// Whoever was told may have looked at the text, and there may be more to come.
			this.joined = undefined;
			return;
		}
		if (kind !== 'control') {
			return;
		}
		if (/^\?(?:47|1047|1049)[hl]$/.test(payload)) {
			this.inOtherScreen = payload.endsWith('h');
		} else if (!this.inOtherScreen) {
			this.moveCursor(payload);
		}
	}

	private moveCursor(payload: string): void {
		const [, first, final] = /^(\d*)(?:;[\d;]*)?([A-HJKf])$/.exec(payload) ?? [];
		const count = Math.min(10_000, Math.max(1, Number(first ?? 0)));
		switch (final) {
			case 'A':
			case 'F':
				this.toRow(Math.max(0, this.current - count), final === 'F');
				break;
			case 'B':
			case 'E':
				this.toRow(Math.min(this.rows.length - 1, this.current + count), final === 'E');
				break;
			case 'C':
				this.row.moveBy(count);
				break;
			case 'D':
				this.row.moveBy(-count);
				break;
			case 'G':
				this.row.moveTo(count - 1);
				break;
			case 'H':
			case 'f':
				this.toFreshRow();
				break;
			case 'K':
				this.eraseInRow(first);
				break;
			case 'J':
				if (first === '' || first === '0') {
					this.row.eraseAfterCursor();
					this.rows.length = this.current + 1;
				}
				break;
			case undefined:
			default:
		}
	}

	private toRow(index: number, atStart: boolean): void {
		const column = atStart ? 0 : this.row.position();
		this.current = index;
		this.row.moveTo(column);
	}

	/** A cursor that jumps over the screen has no meaning in a text that only grows, so what follows comes below. */
	private toFreshRow(): void {
		this.current = this.rows.length - 1;
		if (!this.row.isEmpty()) {
			this.newLine();
		}
	}

	private eraseInRow(which: string | undefined): void {
		if (which === '1') {
			this.row.eraseBeforeCursor();
		} else if (which === '2') {
			this.row.clear();
		} else {
			this.row.eraseAfterCursor();
		}
	}
}

function isHighSurrogate(unit: number): boolean {
	return unit >= 0xd800 && unit < 0xdc00;
}

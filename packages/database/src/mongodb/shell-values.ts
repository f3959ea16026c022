import type { Parameter } from '@hawser/core/ports/database.ts';
import { type Binary, BSONRegExp, Decimal128, Double, Int32, Long, ObjectId, UUID } from 'bson';

/** A value of a question. Documents are maps, so that no key of theirs means anything to JavaScript. */
export type Value =
	| null
	| boolean
	| number
	| string
	| Date
	| ObjectId
	| Long
	| Int32
	| Double
	| Decimal128
	| UUID
	| Binary
	| BSONRegExp
	| readonly Value[]
	| Document;
export type Document = ReadonlyMap<string, Value>;

export function isDocument(value: Value | undefined): value is Document {
	return value instanceof Map;
}

export function isList(value: Value | undefined): value is readonly Value[] {
	return Array.isArray(value);
}

/** The question cannot be read; the message says what is wrong, in words that follow "Not run: ". */
export class Unreadable extends Error {}

const MAX_DEPTH = 100;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/iy;
const NAME = /[A-Za-z_$][\w$]*/y;
const BLANK = /(?:\s|\/\/[^\n]*)*/y;

/** Reads the values that people write in MongoDB's shell and in JSON, from left to right, once. Nothing is evaluated. */
export class ShellReader {
	private at = 0;
	private depth = 0;
	private used = 0;
	private readonly text: string;
	private readonly params: readonly Parameter[];

	constructor(text: string, params: readonly Parameter[] = []) {
		this.text = text;
		this.params = params;
	}

	get atEnd(): boolean {
		this.match(BLANK);
		return this.at >= this.text.length;
	}

	/** Fails unless every parameter was asked for. */
	requireAllUsed(): void {
		if (this.used !== this.params.length) {
			throw new Unreadable(`it has ${this.used} placeholders, and params has ${this.params.length} values`);
		}
	}

	/** True, and one further, when this is what comes next. */
	take(mark: string): boolean {
		this.match(BLANK);
		if (!this.text.startsWith(mark, this.at)) {
			return false;
		}
		this.at += mark.length;
		return true;
	}

	expect(mark: string): void {
		if (!this.take(mark)) {
			throw new Unreadable(`"${mark}" is missing at ${this.place()}`);
		}
	}

	name(): string {
		this.match(BLANK);
		const name = this.match(NAME);
		if (name === undefined || name === '') {
			throw new Unreadable(`a name is missing at ${this.place()}`);
		}
		return name;
	}

	/** The values between brackets. */
	values(end: ')' | ']'): readonly Value[] {
		const values: Value[] = [];
		while (!this.take(end)) {
			values.push(this.value());
			if (!this.take(',')) {
				this.expect(end);
				break;
			}
		}
		return values;
	}

	value(): Value {
		if (++this.depth > MAX_DEPTH) {
			throw new Unreadable('it is nested too deeply');
		}
		const value = this.anyValue();
		this.depth--;
		return value;
	}

	private anyValue(): Value {
		if (this.take('{')) {
			return this.document();
		}
		if (this.take('[')) {
			return this.values(']');
		}
		if (this.take('?')) {
			return this.params[this.used++] ?? null;
		}
		const char = this.text.charAt(this.at);
		if (char === '"' || char === "'") {
			return this.string();
		}
		if (char === '/') {
			return this.regularExpression();
		}
		const number = this.match(NUMBER);
		if (number !== undefined && number !== '') {
			return numberOf(number);
		}
		return this.word();
	}

	private document(): Value {
		const document = new Map<string, Value>();
		while (!this.take('}')) {
			this.match(BLANK);
			const isQuoted = /["']/.test(this.text.charAt(this.at));
			const key = isQuoted ? this.string() : (this.match(/[\w$.]+/y) ?? '');
			if (!isQuoted && key === '') {
				throw new Unreadable(`a field name is missing at ${this.place()}`);
			}
			this.expect(':');
			if (document.has(key)) {
				throw new Unreadable(`the field "${key.slice(0, 40)}" is there twice`);
			}
			document.set(key, this.value());
			if (!this.take(',')) {
				this.expect('}');
				break;
			}
		}
		return extended(document);
	}

	string(): string {
		this.match(BLANK);
		const mark = this.text.charAt(this.at);
		let text = '';
		for (let at = this.at + 1; at < this.text.length; at++) {
			const char = this.text.charAt(at);
			if (char === mark) {
				this.at = at + 1;
				return text;
			}
			if (char !== '\\') {
				text += char;
				continue;
			}
			const next = this.text.charAt(++at);
			if (next === 'u' && /^[0-9a-f]{4}$/i.test(this.text.slice(at + 1, at + 5))) {
				text += String.fromCharCode(Number.parseInt(this.text.slice(at + 1, at + 5), 16));
				at += 4;
			} else {
				text += ESCAPES[next] ?? next;
			}
		}
		throw new Unreadable('a string is not closed');
	}

	private regularExpression(): Value {
		let inClass = false;
		for (let at = this.at + 1; at < this.text.length; at++) {
			const char = this.text.charAt(at);
			if (char === '\n') {
				break;
			}
			if (char === '\\') {
				at++;
			} else if (char === '/' && !inClass) {
				const pattern = this.text.slice(this.at + 1, at);
				this.at = at + 1;
				return made(() => new BSONRegExp(pattern, this.match(/[a-z]*/y) ?? ''));
			} else {
				inClass = char === '[' || (inClass && char !== ']');
			}
		}
		throw new Unreadable('a regular expression is not closed');
	}

	private word(): Value {
		const name = this.name();
		if (name === 'new') {
			return this.word();
		}
		if (Object.hasOwn(CONSTANTS, name)) {
			return CONSTANTS[name] ?? null;
		}
		const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
		if (!make) {
			throw new Unreadable(`"${name.slice(0, 40)}" is neither a value nor a type that can be written here`);
		}
		this.expect('(');
		const [argument = ''] = this.values(')');
		return made(() => make(typeof argument === 'string' || typeof argument === 'number' ? argument : ''));
	}

	private match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const [text] = pattern.exec(this.text) ?? [];
		this.at += text?.length ?? 0;
		return text;
	}

	private place(): string {
		const rest = this.text.slice(this.at, this.at + 20);
		return rest === '' ? 'its end' : `"${rest}"`;
	}
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const CONSTANTS: Readonly<Record<string, Value>> = { true: true, false: false, null: null, undefined: null };

const MAKERS: Readonly<Record<string, (argument: string | number) => Value>> = {
	ObjectId: argument => new ObjectId(String(argument)),
	ISODate: dateOf,
	Date: dateOf,
	NumberInt: argument => new Int32(Number(argument)),
	NumberLong: argument => Long.fromString(String(argument)),
	NumberDecimal: argument => Decimal128.fromString(String(argument)),
	UUID: argument => new UUID(String(argument)),
	RegExp: argument => new BSONRegExp(String(argument)),
};

/** `{ "$oid": … }` and the other spellings of types in JSON. */
const EXTENDED: Readonly<Record<string, (argument: string | number) => Value>> = {
	$oid: argument => new ObjectId(String(argument)),
	$date: dateOf,
	$numberInt: argument => new Int32(Number(argument)),
	$numberLong: argument => Long.fromString(String(argument)),
	$numberDouble: argument => new Double(Number(argument)),
	$numberDecimal: argument => Decimal128.fromString(String(argument)),
	$uuid: argument => new UUID(String(argument)),
};

function extended(document: Document): Value {
	const [[key, value] = ['', null]] = document;
	const make = document.size === 1 && Object.hasOwn(EXTENDED, key) ? EXTENDED[key] : undefined;
	const given = value instanceof Long ? value.toNumber() : value;
	return make && (typeof given === 'string' || typeof given === 'number') ? made(() => make(given)) : document;
}

function dateOf(argument: string | number): Date {
	const date = new Date(argument);
	if (Number.isNaN(date.getTime())) {
		throw new Unreadable(
			`"${String(argument).slice(0, 40)}" is not a date; write one as ISODate("2026-01-31T00:00:00Z")`,
		);
	}
	return date;
}

/** Whole numbers that a double would change are 64-bit integers. */
function numberOf(text: string): Value {
	const number = Number(text);
	return /^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? made(() => Long.fromString(text)) : number;
}

function made(make: () => Value): Value {
	try {
		return make();
	} catch (cause) {
		throw cause instanceof Unreadable ? cause : new Unreadable(cause instanceof Error ? cause.message : String(cause));
	}
}

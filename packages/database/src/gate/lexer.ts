import type { Dialect } from './dialect.ts';

export interface Token {
	/** A `name` is quoted; `text` may be a name or a string, as MySQL's double quotes are; a `mark` is one character. */
	kind: 'word' | 'name' | 'string' | 'text' | 'number' | 'mark';
	/** Words in lower case, names and strings without their quotes. */
	text: string;
}

/** The statement cannot be read with certainty, so it is not sent. */
export class Unreadable extends Error {}

const WORD_START = /[A-Za-z_\u0080-\u{10ffff}]/u;
const WORD = /[@$]{0,2}[A-Za-z_\u0080-\u{10ffff}][A-Za-z0-9_$\u0080-\u{10ffff}]*/uy;
/** A point belongs to a number only before a digit: `$1.name` calls a function in PostgreSQL. */
const NUMBER = /\d[A-Za-z0-9_]*(?:\.\d[A-Za-z0-9_]*)*/y;
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\u{10ffff}][A-Za-z0-9_\u0080-\u{10ffff}]*)?\$/uy;
const LITERAL_PREFIX = /^(?:[ebxn]|_[a-z0-9]+)$/;
/** A blank to some engines and a letter to others. */
const WIDE_BLANK = /[\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000]/;
const BLANK = /[\s\p{Cc}]/u;

/** Tokens as the engine will see them. What two engines read differently, or what is never closed, is refused. */
export function lex(sql: string, dialect: Dialect): readonly Token[] {
	// SQLite skips a byte order mark between words; the others see a letter.
	if (/[\0\ufeff]/.test(sql)) {
		throw new Unreadable('it has an invisible character (NUL or a byte order mark)');
	}
	const tokens: Token[] = [];
	let at = 0;
	while (at < sql.length) {
		const comment = commentEnd(sql, at, dialect);
		if (comment !== undefined) {
			at = comment;
			continue;
		}
		const char = sql.charAt(at);
		if (/\s/.test(char) && char < '\u0080') {
			at++;
			continue;
		}
		const { token, end } = readToken(sql, at, dialect, tokens.at(-1));
		at = end;
		tokens.push(token);
	}
	return tokens;
}

interface Read {
	token: Token;
	end: number;
}

function readToken(sql: string, at: number, dialect: Dialect, previous: Token | undefined): Read {
	const char = sql.charAt(at);
	if (char === "'") {
		if (dialect === 'postgres' && previous?.kind === 'string') {
			throw new Unreadable('one string follows another, which PostgreSQL joins; write it as one');
		}
		return quoted(sql, at, "'", dialect === 'mysql', 'string');
	}
	if (char === '"') {
		return dialect === 'mysql' ? quoted(sql, at, '"', true, 'text') : quoted(sql, at, '"', false, 'name');
	}
	if (char === '`' && (dialect === 'mysql' || dialect === 'sqlite')) {
		return quoted(sql, at, '`', false, 'name');
	}
	if (char === '[' && dialect === 'mssql') {
		return quoted(sql, at, ']', false, 'name');
	}
	if (char === '[' && dialect === 'sqlite') {
		const close = sql.indexOf(']', at);
		return { token: { kind: 'name', text: sql.slice(at + 1, close) }, end: closed(close) + 1 };
	}
	if (char === '$' && dialect === 'postgres') {
		const tag = match(DOLLAR_QUOTE, sql, at);
		if (tag !== undefined) {
			const close = closed(sql.indexOf(tag, at + tag.length));
			return { token: { kind: 'string', text: sql.slice(at + tag.length, close) }, end: close + tag.length };
		}
	}
	// In PostgreSQL @ is an operator, and what follows it may be a function; elsewhere it begins the name of a variable.
	const variable = dialect !== 'postgres' && (char === '@' || char === '$') && match(WORD, sql, at) !== undefined;
	if (variable || WORD_START.test(char) || char > '\u007f') {
		return word(sql, at, dialect);
	}
	const number = match(NUMBER, sql, at);
	if (number !== undefined) {
		// PostgreSQL before 15 reads 1E'…' as a number and an escape string, and 1a$$ as a number and a name that ends in $$.
		if (/['"$]/.test(sql.charAt(at + number.length))) {
			throw new Unreadable('a number touches a quotation mark or a dollar sign');
		}
		return { token: { kind: 'number', text: number }, end: at + number.length };
	}
	return { token: { kind: 'mark', text: char }, end: at + 1 };
}

function word(sql: string, at: number, dialect: Dialect): Read {
	const raw = match(WORD, sql, at) ?? sql.charAt(at);
	const end = at + raw.length;
	const text = raw.toLowerCase();
	if (WIDE_BLANK.test(raw)) {
		throw new Unreadable('it has a blank that is not plain ASCII outside quotation marks');
	}
	const next = sql.charAt(end);
	if (dialect === 'postgres' && text === 'u' && /^&['"]/.test(sql.slice(end, end + 2))) {
		throw new Unreadable('Unicode escapes (U&) hide names');
	}
	// SQLite takes everything up to the parenthesis after $name as part of the name, quotation marks included.
	if (dialect === 'sqlite' && text.startsWith('$') && /^(?:\(|::)/.test(sql.slice(end, end + 2))) {
		throw new Unreadable('a parameter name has a suffix');
	}
	if (next === "'" && LITERAL_PREFIX.test(text)) {
		return quoted(sql, end, "'", dialect === 'mysql' || (dialect === 'postgres' && text === 'e'), 'string');
	}
	return { token: { kind: 'word', text }, end };
}

/** From an opening quotation mark to its end; a doubled one is part of the text. */
function quoted(sql: string, at: number, close: string, backslash: boolean, kind: Token['kind']): Read {
	let text = '';
	for (let index = at + 1; index < sql.length; index++) {
		const char = sql.charAt(index);
		if (backslash && char === '\\') {
			index++;
			text += sql.charAt(index);
		} else if (char !== close) {
			text += char;
		} else if (sql.charAt(index + 1) === close) {
			index++;
			text += close;
		} else {
			return { token: { kind, text }, end: index + 1 };
		}
	}
	throw new Unreadable('a quotation is never closed');
}

/** Finds the end of the comment that starts here; undefined when none starts. */
function commentEnd(sql: string, at: number, dialect: Dialect): number | undefined {
	const two = sql.slice(at, at + 2);
	const after = sql.charAt(at + 2);
	const dashes = two === '--' && (dialect !== 'mysql' || after === '' || BLANK.test(after));
	if (dashes || (dialect === 'mysql' && two.startsWith('#'))) {
		const lineEnd = sql.indexOf('\n', at);
		const comment = sql.slice(at, lineEnd === -1 ? sql.length : lineEnd);
		// PostgreSQL ends the comment at a carriage return, the others do not.
		if (comment.slice(0, -1).includes('\r') || (lineEnd === -1 && comment.endsWith('\r'))) {
			throw new Unreadable('a line comment holds a carriage return');
		}
		return at + comment.length;
	}
	if (two !== '/*') {
		return undefined;
	}
	if (dialect === 'mysql' && /^M?!/i.test(sql.slice(at + 2, at + 4))) {
		throw new Unreadable('MySQL runs what stands in a /*! comment');
	}
	if (dialect === 'mysql' || dialect === 'sqlite') {
		return closed(sql.indexOf('*/', at + 2)) + 2;
	}
	let depth = 1;
	for (let index = at + 2; index < sql.length; index++) {
		const pair = sql.slice(index, index + 2);
		if (pair === '/*' || pair === '*/') {
			depth += pair === '/*' ? 1 : -1;
			index++;
			if (depth === 0) {
				return index + 1;
			}
		}
	}
	throw new Unreadable('a comment is never closed');
}

function closed(index: number): number {
	if (index === -1) {
		throw new Unreadable('a comment or a quotation is never closed');
	}
	return index;
}

function match(pattern: RegExp, sql: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(sql)?.[0];
}

/** Reads just enough TOML to tell where its statements are, and throws at the first thing that is none. */
export interface TomlStatement {
	kind: 'table' | 'tables' | 'pair';
	/** Names of the header, or of the key without its table. */
	path: readonly string[];
	start: number;
	/** Behind the last character; the comment in its line and the line break are not part of it. */
	end: number;
}

export class TomlProblem extends Error {}

const SPACE = /[ \t]*/y;
const EMPTY = /(?:[ \t\r\n]|#[^\n]*)*/y;
const BARE_KEY = /[\w-]+/y;
const STRING = /"""(?:[^\\]|\\[^])*?"{3,5}|'''[^]*?'{3,5}|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'/y;
/** Numbers, dates and booleans: everything else that is not a string, a list or a table. */
const SCALAR = /true\b|false\b|[+-]?(?:inf|nan)\b|[+-]?\d[\w.:+-]*(?: \d{2}:\d{2}[\w.:+-]*)?/y;

export function scanToml(text: string): TomlStatement[] {
	const statements: TomlStatement[] = [];
	let position = text.startsWith('\uFEFF') ? 1 : 0;

	function take(pattern: RegExp): string | undefined {
		pattern.lastIndex = position;
		const found = pattern.exec(text)?.[0];
		position += found?.length ?? 0;
		return found;
	}
	function expect(word: string): void {
		if (!text.startsWith(word, position)) {
			throw problem(`"${word}" expected`);
		}
		position += word.length;
	}
	function problem(what: string): TomlProblem {
		const line = text.slice(0, position).split('\n').length;
		return new TomlProblem(`it is not valid TOML: ${what} in line ${line}`);
	}
	function key(): string[] {
		const names: string[] = [];
		do {
			take(SPACE);
			const bare = take(BARE_KEY);
			const name = bare ?? (/["']/.test(text.charAt(position)) ? unquote(take(STRING)) : undefined);
			if (name === undefined) {
				throw problem('a name expected');
			}
			names.push(name);
			take(SPACE);
		} while (text.startsWith('.', position) && take(/\./y) !== undefined);
		return names;
	}
	function value(): void {
		take(SPACE);
		if (text.startsWith('[', position)) {
			list('[', ']', value);
		} else if (text.startsWith('{', position)) {
			list('{', '}', pair);
		} else if (take(STRING) === undefined && take(SCALAR) === undefined) {
			throw problem('a value expected');
		}
	}
	function list(open: string, close: string, item: () => void): void {
		expect(open);
		take(EMPTY);
		while (!text.startsWith(close, position)) {
			item();
			take(EMPTY);
			if (text.startsWith(close, position)) {
				break;
			}
			expect(',');
			take(EMPTY);
		}
		expect(close);
	}
	function pair(): string[] {
		const path = key();
		expect('=');
		value();
		return path;
	}
	function statement(): Omit<TomlStatement, 'start' | 'end'> {
		const brackets = text.startsWith('[[', position) ? 2 : 1;
		if (!text.startsWith('[', position)) {
			return { kind: 'pair', path: pair() };
		}
		expect('['.repeat(brackets));
		const path = key();
		expect(']'.repeat(brackets));
		return { kind: brackets === 2 ? 'tables' : 'table', path };
	}

	for (take(EMPTY); position < text.length; take(EMPTY)) {
		const start = position;
		statements.push({ ...statement(), start, end: position });
		take(/[ \t]*(?:#[^\r\n]*)?/y);
		if (position < text.length && take(/\r?\n/y) === undefined) {
			throw problem('the end of the line expected');
		}
	}
	return statements;
}

/** Names with escapes are rare; those that JSON knows are the same in TOML. */
function unquote(quoted: string | undefined): string | undefined {
	if (quoted === undefined || quoted.startsWith("'")) {
		return quoted?.slice(1, -1);
	}
	try {
		return String(JSON.parse(quoted));
	} catch {
		return quoted.slice(1, -1);
	}
}

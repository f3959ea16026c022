import { mayBeInPython, mayBeInScript } from './code-in-strings.ts';
import { type Quoted, rawInCpp, rawInCsharp, rawInDart, rawInRust, rawInSwift } from './raw-strings.ts';

/** How a language writes comments and texts. */
export interface TextStyle {
	/** Signs after which the rest of the line is a comment. */
	line: readonly string[];
	/** Such a sign begins a comment only at the start of a word. */
	apart?: true;
	block?: { start: string; end: string; nested?: true };
	/** What begins like the sign for a comment and is none. */
	operator?: RegExp;
	/** Comments that begin with these signs may refer to symbols, after an `@`. */
	documented?: string;
	/** Comments in which this stands may refer to symbols. */
	refers?: RegExp;
	/** Quotes around a text that ends with its line at the latest. */
	quotes: string;
	/** Those of them between which a backslash is a letter. */
	literal?: string;
	/** A backslash outside of texts makes a letter of a quote. */
	escapes?: true;
	/** Too much else in this language looks like a text: what may be one counts as code. */
	doubtful?: true;
	/** True where code begins with this bracket, in the text that begins at `start`. */
	opens?: (text: string, start: number, at: number) => boolean;
	/** Quotes around a text of several lines; `literal` where a backslash before the end is a letter. */
	long?: readonly { start: string; end: string; literal?: true }[];
	/** Where the text ends that begins at this quote, if it is one in which a backslash is a letter. */
	raw?: (text: string, at: number) => Quoted | undefined;
	/** True when there may be code in the text between these two places, quotes included. */
	mayBeCode?: (text: string, start: number, end: number) => boolean;
	/** An apostrophe begins a character, or something else; an apostrophe in a number is none either. */
	apostrophes?: 'characters' | 'digits';
	/** JavaScript and its relatives: templates with code in them, and patterns between slashes. */
	script?: true;
}

const SLASHES: TextStyle = { line: ['//'], block: { start: '/*', end: '*/' }, quotes: '"\'' };
const NESTED: TextStyle = { ...SLASHES, block: { start: '/*', end: '*/', nested: true } };
const HASH: TextStyle = { line: ['#'], quotes: '"\'' };
const TRIPLE = { start: '"""', end: '"""' };
/** Of several lines, in some languages. */
const QUOTES = { start: '"', end: '"' };
const APOSTROPHES = { start: "'''", end: "'''" };
const SCRIPT: TextStyle = { ...SLASHES, documented: '/**', mayBeCode: mayBeInScript, script: true };
const C: TextStyle = { ...SLASHES, apostrophes: 'digits' };
const DOLLAR = containing(/\$/);

/** Perl, PHP, SQL and Vue are not here: what is a comment in them takes more than a table to tell. */
const STYLES: Readonly<Record<string, TextStyle>> = {
	...each('javascript typescript', SCRIPT),
	// What looks like a comment between tags is a text, and may hold code.
	...each('javascriptreact typescriptreact', { ...SCRIPT, refers: /<\/|\{/ }),
	...each('c objective-c', C),
	...each('cpp cuda-cpp objective-cpp', { ...C, raw: rawInCpp }),
	csharp: { ...SLASHES, raw: rawInCsharp, mayBeCode: behindDollar, opens: opensBehindDollar, refers: /cref=/ },
	java: { ...SLASHES, documented: '/**', long: [TRIPLE] },
	go: { ...SLASHES, long: [{ start: '`', end: '`', literal: true }] },
	zig: SLASHES,
	rust: {
		...NESTED,
		...{ quotes: '', long: [QUOTES], apostrophes: 'characters', raw: rawInRust, mayBeCode: containing(/\{/) },
		refers: /\[/,
	},
	swift: {
		...{ ...NESTED, quotes: '"', long: [TRIPLE], raw: rawInSwift, mayBeCode: containing(/\\#*\(/) },
		opens: opensAfter('(', '\\'),
	},
	...each('kotlin scala', {
		...{ ...NESTED, long: [{ ...TRIPLE, literal: true }], mayBeCode: DOLLAR, opens: opensAfter('{', '$') },
		...{ quotes: '"', apostrophes: 'characters', refers: /\[|@/ },
	}),
	dart: {
		...{ ...NESTED, long: [TRIPLE, APOSTROPHES], raw: rawInDart, mayBeCode: DOLLAR, opens: opensAfter('{', '$') },
		refers: /\[/,
	},
	groovy: { ...SLASHES, doubtful: true },
	python: {
		...{ ...HASH, long: [TRIPLE, APOSTROPHES], mayBeCode: mayBeInPython, opens: opensInPython },
		refers: /^#\s*type:/,
	},
	...each('ruby elixir coffeescript r', { ...HASH, apart: true, doubtful: true, refers: /#\{/ }),
	julia: {
		...{ ...HASH, apart: true, block: { start: '#=', end: '=#', nested: true }, quotes: '', long: [TRIPLE, QUOTES] },
		...{ apostrophes: 'characters', mayBeCode: DOLLAR, opens: opensAfter('(', '$') },
	},
	// `$#` counts arguments. A line of a text may begin like a comment.
	shellscript: {
		...{ ...HASH, apart: true, quotes: "'", literal: "'", escapes: true, long: [QUOTES], refers: /[$`]/ },
		...{ mayBeCode: containing(/[$`]/), opens: opensInShell },
	},
	lua: {
		line: ['--'],
		block: { start: '--[[', end: ']]' },
		quotes: '"\'',
		long: [{ start: '[[', end: ']]', literal: true }],
	},
	haskell: {
		...{ line: ['--'], block: { start: '{-', end: '-}', nested: true }, operator: /^-+[!#$%&*+./<=>?@\\^|~:]/ },
		...{ quotes: '"', apostrophes: 'characters' },
	},
};

/** Undefined for a language of which it is not known here what is a comment in it. */
export function textStyle(languageId: string): TextStyle | undefined {
	return Object.hasOwn(STYLES, languageId) ? STYLES[languageId] : undefined;
}

function each(languages: string, style: TextStyle): Record<string, TextStyle> {
	return Object.fromEntries(languages.split(' ').map(language => [language, style]));
}

function containing(pattern: RegExp): (text: string, start: number, end: number) => boolean {
	return (text, start, end) => pattern.test(text.slice(start, end));
}

/** C# says before the quotes that there is code in a text: `$"{x}"`, `$@"{x}"`. */
function behindDollar(text: string, start: number): boolean {
	return /\$@?$/.test(text.slice(Math.max(0, start - 2), start));
}

/** The bracket stands behind this sign. */
function opensAfter(bracket: string, sign: string): (text: string, start: number, at: number) => boolean {
	return (text, _start, at) => text.charAt(at) === bracket && text.charAt(at - 1) === sign;
}

function opensBehindDollar(text: string, start: number, at: number): boolean {
	return text.charAt(at) === '{' && behindDollar(text, start);
}

function opensInPython(text: string, start: number, at: number): boolean {
	return text.charAt(at) === '{' && /[ft]/i.test(text.slice(Math.max(0, start - 2), start));
}

function opensInShell(text: string, start: number, at: number): boolean {
	return text.charAt(start) === '"' && '({'.includes(text.charAt(at)) && text.charAt(at - 1) === '$';
}

import { mayBeInPython, mayBeInScript } from './code-in-strings.ts';
import { type Quoted, rawInCpp, rawInCsharp, rawInRust } from './raw-strings.ts';

/** How a language writes comments and texts. */
export interface TextStyle {
	/** Signs after which the rest of the line is a comment. */
	line: readonly string[];
	/** Such a sign begins a comment only at the start of a word. */
	apart?: true;
	block?: { start: string; end: string; nested?: true };
	/** Lines of comments that begin with these signs may refer to symbols, after an `@`. */
	documented?: string;
	/** Quotes around a text that ends with its line at the latest. */
	quotes: string;
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
const APOSTROPHES = { start: "'''", end: "'''" };
const SCRIPT: TextStyle = { ...SLASHES, documented: '/**', mayBeCode: mayBeInScript, script: true };
const C: TextStyle = { ...SLASHES, apostrophes: 'digits' };
const DOLLAR = containing(/\$/);
const HASH_BRACE = containing(/#\{/);

/** Perl, PHP and Vue are not here: what is a comment in them takes more than a table to tell. */
const STYLES: Readonly<Record<string, TextStyle>> = {
	...each('javascript javascriptreact typescript typescriptreact', SCRIPT),
	...each('c objective-c', C),
	...each('cpp cuda-cpp objective-cpp', { ...C, raw: rawInCpp }),
	csharp: { ...SLASHES, raw: rawInCsharp, mayBeCode: behindDollar },
	java: { ...SLASHES, documented: '/**', long: [TRIPLE] },
	go: { ...SLASHES, long: [{ start: '`', end: '`', literal: true }] },
	zig: SLASHES,
	rust: { ...NESTED, quotes: '"', apostrophes: 'characters', raw: rawInRust, mayBeCode: containing(/\{/) },
	swift: { ...NESTED, quotes: '"', long: [TRIPLE], mayBeCode: containing(/\\#*\(/) },
	...each('kotlin scala', { ...NESTED, long: [{ ...TRIPLE, literal: true }], mayBeCode: DOLLAR }),
	dart: { ...NESTED, long: [TRIPLE, APOSTROPHES], mayBeCode: DOLLAR },
	groovy: { ...SLASHES, long: [TRIPLE, APOSTROPHES], mayBeCode: DOLLAR },
	python: { ...HASH, long: [TRIPLE, APOSTROPHES], mayBeCode: mayBeInPython },
	r: HASH,
	// A pattern between slashes may begin with the sign for a comment.
	ruby: { ...HASH, apart: true, mayBeCode: HASH_BRACE },
	elixir: { ...HASH, apart: true, long: [TRIPLE, APOSTROPHES], mayBeCode: HASH_BRACE },
	julia: { ...HASH, apart: true, quotes: '"', long: [TRIPLE], apostrophes: 'characters', mayBeCode: DOLLAR },
	coffeescript: { ...HASH, apart: true, long: [TRIPLE, APOSTROPHES], mayBeCode: HASH_BRACE },
	// `$#` counts arguments.
	shellscript: { ...HASH, apart: true, mayBeCode: containing(/[$`]/) },
	lua: {
		line: ['--'],
		block: { start: '--[[', end: ']]' },
		quotes: '"\'',
		long: [{ start: '[[', end: ']]', literal: true }],
	},
	sql: { line: ['--'], block: { start: '/*', end: '*/' }, quotes: "'" },
	haskell: {
		...{ line: ['--'], block: { start: '{-', end: '-}', nested: true } },
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

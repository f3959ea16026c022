/** A place in a text, counted from 0 as VS Code does. */
export interface TextPlace {
	line: number;
	character: number;
}

interface CommentStyle {
	line: readonly string[];
	block?: readonly [start: string, end: string];
	/** Quotes around a text that ends with its line at the latest. */
	quotes: string;
	/** Quotes around a text of several lines. */
	longQuotes?: readonly string[];
	/** The sign for a comment begins one only at the start of a word. */
	apart?: true;
	/** Signs right before a quote after which a backslash is a letter, and quotes may be doubled. */
	raw?: string;
}

const C_LIKE: CommentStyle = { line: ['//'], block: ['/*', '*/'], quotes: '"\'' };
const HASH: CommentStyle = { line: ['#'], quotes: '"\'' };
const STYLES: Record<string, CommentStyle> = {
	...Object.fromEntries(
		'c objective-c java go javascript javascriptreact typescript typescriptreact kotlin scala dart swift groovy zig'
			.split(' ')
			.map(language => [language, C_LIKE]),
	),
	...Object.fromEntries('cpp cuda-cpp objective-cpp'.split(' ').map(language => [language, { ...C_LIKE, raw: 'R' }])),
	csharp: { ...C_LIKE, raw: '@$' },
	// An apostrophe begins a lifetime as often as a character.
	rust: { ...C_LIKE, quotes: '"', raw: 'r#' },
	python: { ...HASH, longQuotes: ['"""', "'''"] },
	...Object.fromEntries('ruby r elixir julia coffeescript'.split(' ').map(language => [language, HASH])),
	// `$#` counts arguments. Perl is not here at all: it takes almost any sign for a quote.
	shellscript: { ...HASH, apart: true },
	lua: { line: ['--'], quotes: '"\'' },
	sql: { line: ['--'], block: ['/*', '*/'], quotes: "'" },
	haskell: { line: ['--'], block: ['{-', '-}'], quotes: '"' },
};

/** Signs that a quoted text may contain code. */
const INTERPOLATION = /[$#{}%]/;

/**
 * The mentions that may be code: those in comments and in plain strings are left out. Where it is not certain what is a
 * comment, as in a language that is not known here, a mention counts: one too many costs a question to the server, one too few
 * would hide a missing reference.
 */
export function codeMentions(text: string, mentions: readonly TextPlace[], languageId: string): TextPlace[] {
	const style = STYLES[languageId];
	if (style === undefined || mentions.length === 0) {
		return [...mentions];
	}
	const lineStarts = startsOfLines(text);
	const passive = passiveSpans(text, style);
	let span = 0;
	return [...mentions]
		.sort((left, right) => left.line - right.line || left.character - right.character)
		.filter(({ line, character }) => {
			const offset = (lineStarts[line] ?? text.length) + character;
			while (span < passive.length && (passive[span]?.end ?? 0) <= offset) {
				span++;
			}
			return (passive[span]?.start ?? Number.POSITIVE_INFINITY) > offset;
		});
}

interface Span {
	start: number;
	end: number;
}

/** Comments and plain strings, from top to bottom, in one pass. */
function passiveSpans(text: string, { line, block, quotes, longQuotes = [], apart, raw = '' }: CommentStyle): Span[] {
	const spans: Span[] = [];
	const isComment = (at: number) => line.some(sign => text.startsWith(sign, at)) && beginsComment(text, at, apart);
	/** A sign that was looked for in vain is not looked for again before this place: the pass stays linear. */
	const unclosedUntil = new Map<string, number>();
	for (let at = 0; at < text.length; ) {
		const start = at;
		const long = longQuotes.find(quote => text.startsWith(quote, start));
		if (long !== undefined) {
			at = endAfter(text, long, start + long.length) ?? text.length;
			addString(start, at);
		} else if (isComment(start)) {
			at = endOfLine(text, start);
			spans.push({ start, end: at });
		} else if (block && text.startsWith(block[0], start) && !unclosedUntil.has(block[1])) {
			const end = endAfter(text, block[1], start + block[0].length);
			at = end ?? start + 1;
			if (end === undefined) {
				// What looks like a comment without an end was none: a pattern, a glob.
				unclosedUntil.set(block[1], text.length);
			} else {
				spans.push({ start, end });
			}
		} else if (text.startsWith('`', start) || isRaw(text, start, raw)) {
			// Where such a text ends is not certain, and it may contain what looks like a comment or a quote: the rest of the line counts.
			at = endOfLine(text, start);
		} else if (quotes.includes(text.charAt(start)) && start >= (unclosedUntil.get(text.charAt(start)) ?? 0)) {
			const { end, closed } = endOfString(text, start);
			at = closed ? end : start + 1;
			if (closed) {
				addString(start, end);
			} else {
				// A quote that is not closed in its line was an apostrophe.
				unclosedUntil.set(text.charAt(start), end);
			}
		} else {
			at++;
		}
	}
	return spans;

	function addString(start: number, end: number): void {
		if (!INTERPOLATION.test(text.slice(start, end))) {
			spans.push({ start, end });
		}
	}
}

/** An address (`http://`) begins no comment. */
function beginsComment(text: string, at: number, apart: true | undefined): boolean {
	const before = text.charAt(at - 1);
	return apart ? at === 0 || /[\s;&|()]/.test(before) : before !== ':';
}

function isRaw(text: string, at: number, signs: string): boolean {
	return text.startsWith('"', at) && ((at > 0 && signs.includes(text.charAt(at - 1))) || text.startsWith('"""', at));
}

function endAfter(text: string, sign: string, from: number): number | undefined {
	const at = text.indexOf(sign, from);
	return at === -1 ? undefined : at + sign.length;
}

function endOfLine(text: string, from: number): number {
	const at = text.indexOf('\n', from);
	return at === -1 ? text.length : at;
}

/** Where the string ends, or its line when it is not closed there. */
function endOfString(text: string, start: number): { end: number; closed: boolean } {
	const quote = text.charAt(start);
	for (let at = start + 1; at < text.length; at++) {
		const character = text.charAt(at);
		if (character === '\\') {
			at++;
		} else if (character === quote) {
			return { end: at + 1, closed: true };
		} else if (character === '\n') {
			return { end: at, closed: false };
		}
	}
	return { end: text.length, closed: false };
}

function startsOfLines(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return starts;
}

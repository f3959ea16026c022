import type { TextStyle } from './text-styles.ts';

/** A stretch of a text, in characters. */
export interface Span {
	start: number;
	end: number;
}

/** What stands before a slash that begins a pattern; after a value it divides. */
const BEFORE_PATTERN = /[(,=:[!&|?{};+\-*%>~^]/;
const WORDS_BEFORE_PATTERN = /\b(?:return|typeof|case|in|of|void|delete|throw|new|else|do|yield|await|instanceof)$/;
const CHARACTER = /'(?:\\(?:x[\da-f]{2}|u\{[\da-f_]{1,8}\}|u[\da-f]{4}|.)|[^\\'\n])'/iuy;
const MAX_NUMBER = 40;

/**
 * Comments and plain texts, from top to bottom, in one pass. Where it is not certain what something is, it counts as code, and so
 * does all that follows a text without an end.
 */
export function passiveSpans(text: string, style: TextStyle): Span[] {
	const spans: Span[] = [];
	/** Signs that were looked for in vain: they do not come any more before this place, so that the pass stays linear. */
	const missingUntil = new Map<string, number>();
	/** The open braces in the code within each template that is not closed yet. */
	const templates: number[] = [];
	const readers = [
		longText,
		blockComment,
		lineComment,
		rawText,
		apostrophe,
		shortText,
		...(style.script ? [template, pattern] : []),
	];
	const starts = startsOf(style);
	for (let at = nextStart(0); at < text.length; ) {
		let end: number | undefined;
		for (const read of readers) {
			end ??= read(at);
		}
		at = nextStart(end ?? at + 1);
	}
	return spans;

	function nextStart(from: number): number {
		starts.lastIndex = from;
		return starts.exec(text)?.index ?? text.length;
	}

	function longText(start: number): number | undefined {
		const quotes = style.long?.find(long => text.startsWith(long.start, start));
		if (quotes === undefined) {
			return undefined;
		}
		let close = text.indexOf(quotes.end, start + quotes.start.length);
		while (close !== -1 && !quotes.literal && isEscaped(close)) {
			close = text.indexOf(quotes.end, close + 1);
		}
		return close === -1 ? text.length : addText(start, close + quotes.end.length);
	}

	function isEscaped(at: number): boolean {
		let slashes = 0;
		while (text.charAt(at - slashes - 1) === '\\') {
			slashes++;
		}
		return slashes % 2 === 1;
	}

	function lineComment(start: number): number | undefined {
		const begins = style.line.some(sign => text.startsWith(sign, start));
		const before = text.charAt(start - 1);
		// An address (`http://`) begins no comment.
		const isApart = style.apart ? start === 0 || /[\s;&|()]/.test(before) : before !== ':';
		return begins && isApart ? add(start, endOfLine(start)) : undefined;
	}

	function blockComment(start: number): number | undefined {
		const { block, documented } = style;
		if (!block || !text.startsWith(block.start, start) || missingUntil.has(block.end)) {
			return undefined;
		}
		// Between the tags of JSX, what follows a word is a part of a path.
		if (style.script && /[\w*]/.test(text.charAt(start - 1))) {
			return undefined;
		}
		const end = block.nested ? endOfNested(start, block) : endAfter(block.end, start + block.start.length);
		if (end === undefined) {
			// What looks like a comment without an end was none: a pattern, a glob.
			missingUntil.set(block.end, text.length);
			return undefined;
		}
		return documented !== undefined && text.startsWith(documented, start)
			? addDocumentation(start, end)
			: add(start, end);
	}

	function endOfNested(start: number, block: { start: string; end: string }): number | undefined {
		let depth = 0;
		for (let at = start; at < text.length; ) {
			if (text.startsWith(block.end, at)) {
				depth--;
				at += block.end.length;
			} else if (text.startsWith(block.start, at)) {
				depth++;
				at += block.start.length;
			} else {
				at++;
			}
			if (depth === 0) {
				return at;
			}
		}
		return undefined;
	}

	function addDocumentation(start: number, end: number): number {
		for (let at = start; at < end; ) {
			const next = Math.min(end, endOfLine(at) + 1);
			if (!text.slice(at, next).includes('@')) {
				add(at, next);
			}
			at = next;
		}
		return end;
	}

	function rawText(start: number): number | undefined {
		const raw = style.raw?.(text, start);
		return raw && (raw.closed ? addText(start, raw.end) : raw.end);
	}

	function apostrophe(start: number): number | undefined {
		if (style.apostrophes === undefined || text.charAt(start) !== "'") {
			return undefined;
		}
		if (style.apostrophes === 'characters') {
			CHARACTER.lastIndex = start;
			return start + (CHARACTER.exec(text)?.[0].length ?? 1);
		}
		let first = start;
		while (start - first < MAX_NUMBER && /[\da-z.']/i.test(text.charAt(first - 1))) {
			first--;
		}
		return first < start && /\d/.test(text.charAt(first)) ? start + 1 : undefined;
	}

	function shortText(start: number): number | undefined {
		const quote = text.charAt(start);
		if (!style.quotes.includes(quote) || start < (missingUntil.get(quote) ?? 0)) {
			return undefined;
		}
		for (let at = start + 1; at < text.length; at++) {
			const character = text.charAt(at);
			if (character === '\\') {
				at++;
			} else if (character === quote) {
				return addText(start, at + 1);
			} else if (character === '\n') {
				break;
			}
		}
		// A quote that is not closed in its line was an apostrophe.
		missingUntil.set(quote, endOfLine(start));
		return start + 1;
	}

	/** What a template says counts as code too: if it was none, what follows would be taken for its text. */
	function template(start: number): number | undefined {
		const character = text.charAt(start);
		const open = templates.at(-1);
		if (character === '`') {
			return endOfTemplateText(start + 1);
		}
		if (open === undefined || !'{}'.includes(character)) {
			return undefined;
		}
		if (character === '}' && open === 0) {
			templates.pop();
			return endOfTemplateText(start + 1);
		}
		templates[templates.length - 1] = open + (character === '{' ? 1 : -1);
		return start + 1;
	}

	function endOfTemplateText(from: number): number {
		const signs = /[`\\]|\$\{/g;
		signs.lastIndex = from;
		for (let found = signs.exec(text); found; found = signs.exec(text)) {
			if (found[0] === '\\') {
				signs.lastIndex = found.index + 2;
			} else {
				if (found[0] === '${') {
					templates.push(0);
				}
				return signs.lastIndex;
			}
		}
		return text.length;
	}

	/** A quote in a pattern begins no text. */
	function pattern(start: number): number | undefined {
		if (text.charAt(start) !== '/' || start < (missingUntil.get('/') ?? 0)) {
			return undefined;
		}
		let before = start - 1;
		while (/\s/.test(text.charAt(before))) {
			before--;
		}
		const mayBegin =
			before < 0 ||
			BEFORE_PATTERN.test(text.charAt(before)) ||
			WORDS_BEFORE_PATTERN.test(text.slice(Math.max(0, before - MAX_NUMBER), before + 1));
		const end = mayBegin ? endOfPattern(start) : undefined;
		if (mayBegin && end === undefined) {
			missingUntil.set('/', endOfLine(start));
		}
		return end;
	}

	function endOfPattern(start: number): number | undefined {
		let inClass = false;
		for (let at = start + 1; at < text.length; at++) {
			const character = text.charAt(at);
			if (character === '\n') {
				return undefined;
			}
			if (character === '\\') {
				at++;
			} else if (character === '[' || character === ']') {
				inClass = character === '[';
			} else if (character === '/' && !inClass) {
				return at + 1;
			}
		}
		return undefined;
	}

	function addText(start: number, end: number): number {
		return style.mayBeCode?.(text, start, end) ? end : add(start, end);
	}

	function add(start: number, end: number): number {
		spans.push({ start, end });
		return end;
	}

	function endOfLine(from: number): number {
		const at = text.indexOf('\n', from);
		return at === -1 ? text.length : at;
	}

	function endAfter(sign: string, from: number): number | undefined {
		const at = text.indexOf(sign, from);
		return at === -1 ? undefined : at + sign.length;
	}
}

/** Finds the next place at which something other than plain code may begin. */
function startsOf({ line, block, quotes, long = [], apostrophes, script }: TextStyle): RegExp {
	const signs = [...line, ...(block ? [block.start] : []), ...long.map(({ start }) => start)].map(sign =>
		sign.charAt(0),
	);
	const characters = new Set(signs.join('') + quotes + (apostrophes ? "'" : '') + (script ? '`{}/' : ''));
	return new RegExp(
		`[${[...characters].map(character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`,
		'g',
	);
}

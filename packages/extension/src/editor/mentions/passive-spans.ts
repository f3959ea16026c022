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
const MAX_OPERATOR = 10;
/** More characters than these are no expression in a text. */
const MAX_EXPRESSION = 2000;

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
		rawText,
		longText,
		blockComment,
		lineComment,
		apostrophe,
		...(style.doubtful ? [] : [shortText]),
		...(style.script ? [template, pattern] : []),
		...(style.escapes ? [escape] : []),
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
		const end = endOfText(start, { ...quotes, from: start + quotes.start.length, line: false });
		if (end === undefined) {
			return text.length;
		}
		let last = end;
		while (quotes.start.length > 1 && quotes.literal && text.charAt(last) === quotes.end.charAt(0)) {
			// Of four quotes at the end, the first belongs to the text.
			last++;
		}
		return addText(start, last);
	}

	/** Where a text ends; quotes of texts in the code within it do not end it. Undefined when it does not end. */
	function endOfText(
		start: number,
		{ from, end, literal, line }: { from: number; end: string; literal?: true; line: boolean },
	): number | undefined {
		for (let at = from; at < text.length; at++) {
			const character = text.charAt(at);
			if (style.opens?.(text, start, at)) {
				at = endOfBrackets(at) ?? at;
			} else if (character === '\\' && !literal) {
				const isAtBreak = text.startsWith('\r\n', at + 1);
				at += isAtBreak ? 2 : style.opens?.(text, start, at + 1) ? 0 : 1;
			} else if (text.startsWith(end, at)) {
				return at + end.length;
			} else if (line && character === '\n') {
				return undefined;
			}
		}
		return undefined;
	}

	/** The closing bracket that belongs to this one; undefined when it is too far away to be that of an expression in a text. */
	function endOfBrackets(open: number): number | undefined {
		const [begin, end] = text.charAt(open) === '{' ? '{}' : '()';
		const most = Math.min(text.length, open + MAX_EXPRESSION);
		let depth = 0;
		for (let at = open; at < most; at++) {
			const character = text.charAt(at);
			depth += Number(character === begin) - Number(character === end);
			if (depth === 0) {
				return at;
			}
		}
		return undefined;
	}

	function lineComment(start: number): number | undefined {
		const begins = style.line.some(sign => text.startsWith(sign, start));
		const before = text.charAt(start - 1);
		// An address (`http://`) begins no comment.
		const isApart = style.apart ? start === 0 || /[\s;&|()]/.test(before) : before !== ':';
		if (!begins || !isApart || style.operator?.test(text.slice(start, start + MAX_OPERATOR))) {
			return undefined;
		}
		const end = endOfLine(start);
		return isAlone(start) ? addComment(start, end) : end;
	}

	function blockComment(start: number): number | undefined {
		const { block, documented } = style;
		if (!block || !text.startsWith(block.start, start) || missingUntil.has(block.end)) {
			return undefined;
		}
		// Between the tags of JSX, what follows a word is a part of a path.
		if (style.script && /[\w*>.]/.test(text.charAt(start - 1))) {
			return undefined;
		}
		const end = block.nested ? endOfNested(start, block) : endAfter(block.end, start + block.start.length);
		if (end === undefined) {
			// What looks like a comment without an end was none: a pattern, a glob.
			missingUntil.set(block.end, text.length);
			return undefined;
		}
		const isDocumentation = documented !== undefined && text.startsWith(documented, start);
		const refers = isDocumentation && text.slice(start, end).includes('@');
		return refers || !isAlone(start) ? end : addComment(start, end);
	}

	/** A comment may refer to symbols, as servers understand it. */
	function addComment(start: number, end: number): number {
		return style.refers?.test(text.slice(start, end)) ? end : add(start, end);
	}

	/** In a language whose texts are not known well, a comment is sure to be one where nothing stands before it in its line. */
	function isAlone(start: number): boolean {
		return !style.doubtful || text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
	}

	/** Outside of texts, a backslash before a quote makes it a letter. */
	function escape(start: number): number | undefined {
		return text.charAt(start) === '\\' ? start + 2 : undefined;
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
		const literal = style.literal?.includes(quote) ? { literal: true as const } : {};
		const end = endOfText(start, { from: start + 1, end: quote, line: true, ...literal });
		if (end !== undefined) {
			return addText(start, end);
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
		const isCount = /\+\+|--/.test(text.slice(Math.max(0, before - 1), before + 1));
		const mayBegin =
			before < 0 ||
			BEFORE_PATTERN.test(text.charAt(before)) ||
			WORDS_BEFORE_PATTERN.test(text.slice(Math.max(0, before - MAX_NUMBER), before + 1));
		// `/>` ends a tag.
		const begins = mayBegin && !isCount && text.charAt(start + 1) !== '>';
		const end = begins ? endOfPattern(start) : undefined;
		if (begins && end === undefined) {
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
function startsOf({ line, block, quotes, long = [], apostrophes, script, escapes }: TextStyle): RegExp {
	const signs = [...line, ...(block ? [block.start] : []), ...long.map(({ start }) => start)].map(sign =>
		sign.charAt(0),
	);
	const characters = new Set(
		signs.join('') + quotes + (apostrophes ? "'" : '') + (script ? '`{}/' : '') + (escapes ? '\\' : ''),
	);
	return new RegExp(
		`[${[...characters].map(character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`,
		'g',
	);
}

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The characters of a key, also in a string of a program or behind line numbers; code that builds a key has others as well. */
const KEY_TEXT = /^[A-Za-z0-9+/=\s\\:,.-]*$/;
const KEY_LINE = /[A-Za-z0-9+/]{40}/;
/** The lines of a key whose end is not part of the text, as on the first page of a file. */
const KEY_LINES = /(?:(?:\s|\\[nr]|\d{1,6} )*[A-Za-z0-9+/=]{40,100}(?![A-Za-z0-9+/=]))+/y;

/** Takes the private keys out of a text, in one pass: where no end follows any more, none is looked for again. */
export function redactPrivateKeys(text: string, replaced: () => string): string {
	let result = '';
	let done = 0;
	let end: RegExpExecArray | null | undefined;
	BEGIN.lastIndex = 0;
	for (let begin = BEGIN.exec(text); begin; begin = BEGIN.exec(text)) {
		const start = begin.index + begin[0].length;
		if (end === undefined || (end !== null && end.index < start)) {
			END.lastIndex = start;
			end = END.exec(text);
		}
		const stop = end === null ? endOfLines(text, start) : endOfKey(text, start, end.index);
		if (stop > start) {
			result += text.slice(done, start) + replaced();
			done = stop;
		}
		BEGIN.lastIndex = Math.max(start, stop);
	}
	return result + text.slice(done);
}

/** The start itself where what stands between is no key. */
function endOfKey(text: string, start: number, end: number): number {
	// Another beginning before the end: this one has none of its own.
	const next = text.indexOf('-----BEGIN ', start);
	if (next !== -1 && next < end) {
		return endOfLines(text, start);
	}
	const inner = text.slice(start, end);
	return (KEY_TEXT.test(inner) && /[A-Za-z0-9]{3}/.test(inner)) || KEY_LINE.test(inner) ? end : endOfLines(text, start);
}

function endOfLines(text: string, start: number): number {
	KEY_LINES.lastIndex = start;
	return start + (KEY_LINES.exec(text)?.[0].length ?? 0);
}

export interface ControlSequence {
	/** `control`: moves, erases, colours. `command`: titles, shell integration. `other`: nothing that shows. */
	kind: 'control' | 'command' | 'other';
	payload: string;
	/** Characters of the whole sequence. */
	length: number;
}

/** A sequence longer than this is not one: some program wrote binary data. */
const MAX_LENGTH = 100_000;

/* eslint-disable no-control-regex */
const CONTROL = /^\u001b\[([0-?]*[ -/]*)(.?)/su;
const SHORT = /^\u001b[ -/]*(.?)/su;
/** Matches the end of a string: BEL or ST; a line break or another escape shows that it was none. */
const STRING_END = /[\u0007\n\u0018\u001a\u001b\u009c]/g;
/* eslint-enable no-control-regex */

/** The sequence that begins with the escape at `start`; `incomplete` when more text is needed to tell. */
export function sequenceAt(text: string, start: number): ControlSequence | 'incomplete' {
	const introducer = text[start + 1];
	if (introducer === undefined) {
		return 'incomplete';
	}
	if (introducer === '[') {
		return controlSequence(text.slice(start, start + 200));
	}
	return ']P_^X'.includes(introducer) ? stringSequence(text, start) : shortSequence(text.slice(start, start + 20));
}

function controlSequence(text: string): ControlSequence | 'incomplete' {
	const [whole = '', parameters = '', final = ''] = CONTROL.exec(text) ?? [];
	if (final === '') {
		return text.length >= 200 ? nothing(1) : 'incomplete';
	}
	return /[@-~]/.test(final)
		? { kind: 'control', payload: parameters + final, length: whole.length }
		: // A terminal gives up on a broken sequence and goes on with the character that broke it.
			nothing(whole.length - final.length);
}

function shortSequence(text: string): ControlSequence | 'incomplete' {
	const [whole = '', final = ''] = SHORT.exec(text) ?? [];
	if (final === '') {
		return text.length >= 20 ? nothing(1) : 'incomplete';
	}
	return nothing(/[0-~]/.test(final) ? whole.length : whole.length - final.length);
}

function stringSequence(text: string, start: number): ControlSequence | 'incomplete' {
	STRING_END.lastIndex = start + 2;
	const end = STRING_END.exec(text)?.index ?? text.length;
	if (end - start > MAX_LENGTH) {
		return nothing(2);
	}
	const terminator = text[end];
	if (terminator === undefined || (terminator === '\u001b' && text[end + 1] === undefined)) {
		return 'incomplete';
	}
	if (terminator === '\n') {
		return nothing(2);
	}
	const payload = text.slice(start + 2, end);
	if (terminator === '\u001b' && text[end + 1] !== '\\') {
		return nothing(end - start);
	}
	const length = end - start + (terminator === '\u001b' ? 2 : 1);
	return text[start + 1] === ']' ? { kind: 'command', payload, length } : nothing(length);
}

function nothing(length: number): ControlSequence {
	return { kind: 'other', payload: '', length };
}

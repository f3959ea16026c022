import { shorten } from '@hawser/core/text/shorten.ts';

const LINE_LENGTH = 1000;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');
const KEY_BEGINS = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const KEY_ENDS = /-----END [A-Z ]*PRIVATE KEY-----/;

interface LineReceiver<Line> {
	/** A line begins; it may still grow. */
	begin(text: string): Line;
	grow(line: Line, text: string): void;
	/** The line is complete. */
	complete(text: string): void;
}

/** Output comes in pieces of any size; what does not end with a line break is continued by the next piece. */
export function createOutputLines<Line>({ begin, grow, complete }: LineReceiver<Line>): (piece: string) => void {
	let open: { line: Line; text: string } | undefined;
	let inKey = false;
	// A key is a secret as a whole; one line of it by itself is not known as one to whoever redacts answers.
	const withoutKey = (text: string) => {
		const hidden = inKey && !KEY_ENDS.test(text);
		inKey = (inKey || KEY_BEGINS.test(text)) && !KEY_ENDS.test(text);
		return hidden ? '[redacted private key]' : text;
	};
	return piece => {
		const parts = piece.replaceAll(COLOURS, '').replaceAll('\r\n', '\n').split('\n');
		const isComplete = parts.at(-1) === '';
		const pieces = isComplete ? parts.slice(0, -1) : parts;
		pieces.forEach((part, index) => {
			const staysOpen = !isComplete && index === pieces.length - 1;
			const whole = shorten((open?.text ?? '') + part, LINE_LENGTH);
			const text = staysOpen ? whole : withoutKey(whole);
			const line = open?.line ?? begin(text);
			if (open) {
				grow(line, text);
			}
			open = staysOpen ? { line, text } : undefined;
			if (!staysOpen) {
				complete(text);
			}
		});
	};
}

/** On one line, and with a full stop, so that another sentence can follow. */
export function asSentence(text: string | undefined): string {
	const line = (text ?? '').replaceAll(/\s+/g, ' ').trim();
	return line === '' || /[.!?:;]$/.test(line) ? line : `${line}.`;
}

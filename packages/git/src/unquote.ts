const ESCAPES: Partial<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** A path as git writes it in patches: in quotes, like a C string, where it has unusual characters. */
export function unquote(text: string): string {
	return text.startsWith('"') ? readName(text).name : text;
}

/** Reads one quoted name from the start of the text. Escaped bytes together make up UTF-8. */
export function readName(text: string): { name: string; length: number } {
	const source = Buffer.from(text, 'utf8');
	const bytes: number[] = [];
	let at = 1;
	while (at < source.length && source[at] !== 0x22) {
		if (source[at] !== 0x5c) {
			bytes.push(source[at] ?? 0);
			at++;
			continue;
		}
		const octal = /^[0-7]{3}/.exec(source.toString('latin1', at + 1, at + 4))?.[0];
		const letter = String.fromCharCode(source[at + 1] ?? 0);
		bytes.push(octal === undefined ? (ESCAPES[letter] ?? letter.charCodeAt(0)) : Number.parseInt(octal, 8));
		at += octal === undefined ? 2 : 4;
	}
	return { name: Buffer.from(bytes).toString('utf8'), length: at + 1 };
}

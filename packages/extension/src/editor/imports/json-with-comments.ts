/** Reads JSON as tsconfig files are written: with comments and trailing commas. Undefined when it is not even that. */
export function readJsonWithComments(text: string): unknown {
	try {
		return JSON.parse(plainJson(text.replace(/^\uFEFF/, '')));
	} catch {
		return undefined;
	}
}

/** Goes through the text once, from token to token, so that no text takes more than linear time. */
function plainJson(text: string): string {
	let plain = '';
	/** A comma is written only when it is known what follows it. */
	let comma = '';
	for (let at = 0; at < text.length; ) {
		const end = endOfToken(text, at);
		const token = text.slice(at, end);
		at = end;
		if (token.startsWith('//') || token.startsWith('/*') || token.trim() === '') {
			continue;
		}
		if (token === ',') {
			comma = ',';
			continue;
		}
		plain += token === '}' || token === ']' ? token : comma + token;
		comma = '';
	}
	return plain;
}

function endOfToken(text: string, start: number): number {
	if (text[start] === '"') {
		return endOfString(text, start);
	}
	const two = text.slice(start, start + 2);
	if (two === '//') {
		return indexOr(text.indexOf('\n', start), text.length);
	}
	return two === '/*' ? indexOr(text.indexOf('*/', start + 2), text.length - 2) + 2 : start + 1;
}

function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		if (text[at] === '\\') {
			at++;
		} else if (text[at] === '"') {
			return at + 1;
		}
	}
	return text.length;
}

function indexOr(index: number, otherwise: number): number {
	return index === -1 ? otherwise : index;
}

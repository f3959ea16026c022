/** A text in quotes: where it ends, and whether it really does, or the file ends before. */
export interface Quoted {
	end: number;
	closed: boolean;
}

/** No compiler takes longer signs around a text. */
const MAX_SIGN = 255;

/** `R"sign(…)sign"` in C++. */
export function rawInCpp(text: string, at: number): Quoted | undefined {
	if (text.charAt(at) !== '"' || text.charAt(at - 1) !== 'R') {
		return undefined;
	}
	const sign = /^[^()\\\s"]{0,16}(?=\()/.exec(text.slice(at + 1, at + 18))?.[0];
	return sign === undefined ? undefined : upTo(text, `)${sign}"`, at + 1);
}

/** `r"…"` and `r#"…"#` in Rust. */
export function rawInRust(text: string, at: number): Quoted | undefined {
	if (text.charAt(at) !== '"') {
		return undefined;
	}
	let start = at;
	while (text.charAt(start - 1) === '#' && at - start <= MAX_SIGN) {
		start--;
	}
	return text.charAt(start - 1) === 'r' ? upTo(text, `"${'#'.repeat(at - start)}`, at + 1) : undefined;
}

/** `@"…"` in C#, in which a quote is doubled, and texts between three quotes or more. */
export function rawInCsharp(text: string, at: number): Quoted | undefined {
	if (text.startsWith('"""', at)) {
		const [quotes = ''] = /^"+/.exec(text.slice(at, at + MAX_SIGN)) ?? [];
		return upTo(text, quotes, at + quotes.length);
	}
	if (text.charAt(at) !== '"' || !/@\$?$/.test(text.slice(Math.max(0, at - 2), at))) {
		return undefined;
	}
	for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 2)) {
		if (text.charAt(quote + 1) !== '"') {
			return { end: quote + 1, closed: true };
		}
	}
	return { end: text.length, closed: false };
}

function upTo(text: string, sign: string, from: number): Quoted {
	const at = text.indexOf(sign, from);
	return at === -1 ? { end: text.length, closed: false } : { end: at + sign.length, closed: true };
}

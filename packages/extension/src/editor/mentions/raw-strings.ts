/** A text in quotes: where it ends, and whether it really does, or the file ends before. */
export interface Quoted {
	end: number;
	closed: boolean;
}

/** No compiler takes longer signs around a text. */
const MAX_SIGN = 255;

/** `R"sign(…)sign"` in C++. */
export function rawInCpp(text: string, at: number): Quoted | undefined {
	if (
		text.charAt(at) !== '"' ||
		!/(?:^|[^\p{ID_Continue}])(?:u8|[uUL])?R$/u.test(text.slice(Math.max(0, at - 4), at))
	) {
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
	// `@""""` is a text of one quote.
	const isVerbatim = /@\$?$/.test(text.slice(Math.max(0, at - 2), at));
	if (!isVerbatim && text.startsWith('"""', at)) {
		const [quotes = ''] = /^"+/.exec(text.slice(at, at + MAX_SIGN)) ?? [];
		return upTo(text, quotes, at + quotes.length);
	}
	if (text.charAt(at) !== '"' || !isVerbatim) {
		return undefined;
	}
	for (let quote = text.indexOf('"', at + 1); quote !== -1; quote = text.indexOf('"', quote + 2)) {
		if (text.charAt(quote + 1) !== '"') {
			return { end: quote + 1, closed: true };
		}
	}
	return { end: text.length, closed: false };
}

/** `r'…'` in Dart, in which a backslash is a letter. */
export function rawInDart(text: string, at: number): Quoted | undefined {
	const quote = text.charAt(at);
	if (!`'"`.includes(quote) || !/(?:^|[^\p{ID_Continue}])r$/u.test(text.slice(Math.max(0, at - 2), at))) {
		return undefined;
	}
	const quotes = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
	return upTo(text, quotes, at + quotes.length);
}

/** `#"…"#` in Swift. */
export function rawInSwift(text: string, at: number): Quoted | undefined {
	let signs = 0;
	while (text.charAt(at - 1 - signs) === '#' && signs < MAX_SIGN) {
		signs++;
	}
	if (text.charAt(at) !== '"' || signs === 0) {
		return undefined;
	}
	const quotes = text.startsWith('"""', at) ? '"""' : '"';
	return upTo(text, quotes + '#'.repeat(signs), at + quotes.length);
}

function upTo(text: string, sign: string, from: number): Quoted {
	const at = text.indexOf(sign, from);
	return at === -1 ? { end: text.length, closed: false } : { end: at + sign.length, closed: true };
}

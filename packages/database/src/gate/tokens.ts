import type { Token } from './lexer.ts';

export function isMark(token: Token | undefined, text: string): boolean {
	return token?.kind === 'mark' && token.text === text;
}

export function isWord(token: Token | undefined, ...texts: readonly string[]): boolean {
	return token?.kind === 'word' && texts.includes(token.text);
}

/** A word or a quoted name: what may stand where a statement names something. */
export function isName(token: Token | undefined): boolean {
	return token?.kind === 'word' || token?.kind === 'name';
}

/** The index behind the bracket that closes the one at `open`. */
export function afterBrackets(tokens: readonly Token[], open: number): number {
	let depth = 0;
	for (let index = open; index < tokens.length; index++) {
		depth += isMark(tokens[index], '(') ? 1 : isMark(tokens[index], ')') ? -1 : 0;
		if (depth === 0) {
			return index + 1;
		}
	}
	return tokens.length;
}

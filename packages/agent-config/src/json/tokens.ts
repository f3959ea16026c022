import { createScanner } from 'jsonc-parser';

// The parser's own names for these are a const enum, which only its own compiler can see.
export const COMMA = 5;
export const LINE_BREAK = 14;
export const TRIVIA = 15;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

export interface Tokens {
	next(): number;
	/** The offset behind the token that came last. */
	readonly position: number;
}

/** The tokens from an offset on, white space and comments among them. */
export function tokensFrom(text: string, offset: number): Tokens {
	const scanner = createScanner(text);
	scanner.setPosition(offset);
	return {
		next: () => scanner.scan(),
		get position() {
			return scanner.getPosition();
		},
	};
}

export function isComment(token: number): boolean {
	return token === LINE_COMMENT || token === BLOCK_COMMENT;
}

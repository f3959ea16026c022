import type { SyntaxKind } from 'jsonc-parser';

// The parser's own names are a const enum, which exists for its compiler only.
export const COMMA: SyntaxKind = 5;
export const LINE_BREAK: SyntaxKind = 14;
export const TRIVIA: SyntaxKind = 15;
const LINE_COMMENT: SyntaxKind = 12;
const BLOCK_COMMENT: SyntaxKind = 13;

export function isComment(token: SyntaxKind): boolean {
	return token === LINE_COMMENT || token === BLOCK_COMMENT;
}

import type { Dialect } from './dialect.ts';
import type { Token } from './lexer.ts';
import { isMark, isName, isWord } from './tokens.ts';

/** So many tokens stand at most between UPDATE and its SET: ONLY, a name of three parts and an alias. */
const MAX_UPDATE_HEAD = 12;

/** Why a statement that begins as a read would write or lock all the same; undefined when it does not. */
export function hiddenWrite(tokens: readonly Token[], dialect: Dialect): string | undefined {
	// Its own words are refused wherever they stand.
	if (dialect === 'mssql') {
		return undefined;
	}
	for (const [index, token] of tokens.entries()) {
		if (token.kind !== 'word') {
			continue;
		}
		const [next, second, third] = tokens.slice(index + 1, index + 4);
		if (isWord(token, 'into') && dialect === 'postgres') {
			return 'INTO writes a table';
		}
		if (isWord(token, 'delete') && isWord(next, 'from')) {
			return 'it holds a DELETE';
		}
		if (isWord(token, 'insert', 'merge', 'replace') && isWord(next, 'into')) {
			return `it holds ${token.text.toUpperCase()} INTO`;
		}
		if (isWord(token, 'update') && isUpdate(tokens, index + 1)) {
			return 'it holds an UPDATE';
		}
		const locks =
			isWord(next, 'update', 'share') ||
			(isWord(next, 'key') && isWord(second, 'share')) ||
			(isWord(next, 'no') && isWord(second, 'key') && isWord(third, 'update'));
		if (isWord(token, 'for') && locks && (dialect === 'postgres' || dialect === 'mysql')) {
			return 'FOR UPDATE and FOR SHARE lock rows';
		}
		if (isWord(token, 'lock') && isWord(next, 'in') && isWord(second, 'share') && dialect === 'mysql') {
			return 'LOCK IN SHARE MODE locks rows';
		}
	}
	return undefined;
}

/** `UPDATE [ONLY] name [*] [[AS] alias] SET`: the word alone may be the name of a table or a column. */
function isUpdate(tokens: readonly Token[], start: number): boolean {
	for (let index = start; index < Math.min(start + MAX_UPDATE_HEAD, tokens.length); index++) {
		const token = tokens[index];
		if (index > start && isWord(token, 'set')) {
			return true;
		}
		if (!isName(token) && !['.', '*', '(', ')'].some(mark => isMark(token, mark))) {
			return false;
		}
	}
	return false;
}

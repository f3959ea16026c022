import * as vscode from 'vscode';

/** "a, b, and c" in the language of the user. */
export function allOf(words: readonly string[]): string {
	return new Intl.ListFormat(vscode.env.language).format(words);
}

/** "a, b, or c" in the language of the user. */
export function oneOf(words: readonly string[]): string {
	return new Intl.ListFormat(vscode.env.language, { type: 'disjunction' }).format(words);
}

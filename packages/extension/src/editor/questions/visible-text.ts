import { showHiddenCharacters } from '@hawser/core/text/show-hidden-characters.ts';
import * as vscode from 'vscode';

/** More blank lines than this, or more blanks in a row, could push what matters out of sight. */
const MAX_BLANK_LINES = 5;
const MAX_BLANKS = 60;

const LONG_BLANK = new RegExp(`\\n(?:[^\\S\\n]*\\n){${MAX_BLANK_LINES},}|[^\\S\\n]{${MAX_BLANKS},}`, 'gu');

/*
 * Stricter than what agents get: an answer keeps the joiners of an emoji, but in a question every code point without a shape
 * of its own is named. The braille blank is a letter to Unicode and nothing to the eye.
 */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/** Every character as something that a user can see; stretches of nothing are counted instead of shown. */
export function visibleText(text: string): string {
	return showHiddenCharacters(text.replaceAll('\r\n', '\n'))
		.replace(SHAPELESS, character => (character === '\n' || character === '\t' ? character : escapeOf(character)))
		.replace(LONG_BLANK, countBlank);
}

function escapeOf(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

function countBlank(blank: string): string {
	const lines = blank.split('\n').length - 1;
	return lines === 0
		? ` ⟨${vscode.l10n.t('{0} blanks', blank.length)}⟩ `
		: `\n⟨${vscode.l10n.t('{0} blank lines', lines - 1)}⟩\n`;
}

export function sizeOf(text: string): string {
	const lines = text.split('\n').length;
	const characters = text.length === 1 ? vscode.l10n.t('1 character') : vscode.l10n.t('{0} characters', text.length);
	return lines === 1 ? characters : `${vscode.l10n.t('{0} lines', lines)}, ${characters}`;
}

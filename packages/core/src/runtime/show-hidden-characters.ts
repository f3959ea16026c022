/*
 * What an agent reads was often written by strangers. Characters that a person cannot see but a model can read, or that move
 * a terminal's cursor, are shown as escapes: nothing is dropped, and nothing can hide.
 * C0 and C1 controls except tab, line feed and carriage return; bidirectional overrides; Unicode tags.
 */
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\uDB40[\uDC00-\uDC7F]/g;

export function showHiddenCharacters(text: string): string {
	return text.replace(HIDDEN, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/*
 * What an agent reads was often written by strangers. Characters that a user cannot see but a model can read, or that move
 * a terminal's cursor, are shown as escapes: nothing is dropped, and nothing can hide.
 *
 * Both forms of an answer, the text and the structured data, pass through here, so that neither says what the other hides.
 * The exception is the data of tools that give bulky plain text (a file, a diff, a terminal's output): over MCP that text goes
 * out in the shown form alone, while the link, the file bridge and `hawser call --json` carry the data to programs, and a
 * program that writes back what it has read must write the same bytes.
 *
 * Joiners and selectors belong to ordinary writing where they do what they are made for: between the parts of an emoji, after a
 * sign that has two forms, between letters of scripts that join. There they stay, or an agent that writes back a line with a
 * heart in it would break the line.
 */

/**
 * C0 and C1 controls except tab, line feed and carriage return; soft hyphen and other marks without width; joiners;
 * bidirectional controls; fillers that look like nothing; selectors of variants; tags and all else in plane 14.
 * Each alternative is one character, so the search is linear.
 */
const HIDDEN =
	// eslint-disable-next-line no-control-regex, no-misleading-character-class
	/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20E3]/u;
const TWO_FORMS = /[\p{Emoji}\p{Sm}\p{So}\u2000-\u2BFF\u3000-\u303F]/u;
const HAN = /\p{Script=Han}/u;
const MONGOLIAN = /\p{Script=Mongolian}/u;
/** Scripts in which a joiner, or its absence, changes how neighbouring letters are drawn. */
const JOINING =
	/[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const JOINERS = new Set(['\u200C', '\u200D']);

export function showHiddenCharacters(text: string): string {
	return text.replace(HIDDEN, (character, offset: number) =>
		belongsHere(text, offset, character)
			? character
			: `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
	);
}

/** True when there may be something to show, also in JSON, where controls are written as escapes. */
export function mayHideCharacters(text: string): boolean {
	HIDDEN.lastIndex = 0;
	return HIDDEN.test(text) || text.includes('\\u00') || text.includes('\\b') || text.includes('\\f');
}

function belongsHere(text: string, offset: number, character: string): boolean {
	const before = characterBefore(text, offset);
	if (before === undefined) {
		return false;
	}
	if (JOINERS.has(character)) {
		const after = characterAt(text, offset + 1);
		if (after === undefined) {
			return false;
		}
		const base = before === '\uFE0F' ? characterBefore(text, offset - 1) : before;
		const joinsPictures = character === '\u200D' && base !== undefined && PICTURE.test(base) && PICTURE.test(after);
		return joinsPictures || (JOINING.test(before) && JOINING.test(after));
	}
	if (character === '\uFE0E' || character === '\uFE0F') {
		return TWO_FORMS.test(before);
	}
	if (character >= '\uFE00' && character <= '\uFE0D') {
		return HAN.test(before) || /\p{Sm}/u.test(before);
	}
	if (character >= '\u180B' && character <= '\u180F') {
		return MONGOLIAN.test(before);
	}
	const code = character.codePointAt(0) ?? 0;
	return code >= 0xe0100 && code <= 0xe01ef && HAN.test(before);
}

function characterAt(text: string, offset: number): string | undefined {
	const code = text.codePointAt(offset);
	return code === undefined ? undefined : String.fromCodePoint(code);
}

function characterBefore(text: string, offset: number): string | undefined {
	if (offset <= 0) {
		return undefined;
	}
	const unit = text.charCodeAt(offset - 1);
	const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff && offset > 1;
	return characterAt(text, isSecondHalf ? offset - 2 : offset - 1);
}

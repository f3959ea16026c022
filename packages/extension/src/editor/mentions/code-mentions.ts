import { passiveSpans } from './passive-spans.ts';
import { textStyle } from './text-styles.ts';

/** A place in a text, counted from 0 as VS Code does. */
export interface TextPlace {
	line: number;
	character: number;
}

/**
 * The mentions that may be code: those in comments and in plain texts are left out. Where it is not certain what is a
 * comment, as in a language that is not known here, a mention counts: one too many costs a question to the server, one too few
 * would hide a missing reference.
 */
export function codeMentions(text: string, mentions: readonly TextPlace[], languageId: string): TextPlace[] {
	const style = textStyle(languageId);
	if (style === undefined || mentions.length === 0) {
		return [...mentions];
	}
	const lineStarts = startsOfLines(text);
	const passive = passiveSpans(text, style);
	let span = 0;
	return [...mentions]
		.sort((left, right) => left.line - right.line || left.character - right.character)
		.filter(({ line, character }) => {
			const offset = (lineStarts[line] ?? text.length) + character;
			while (span < passive.length && (passive[span]?.end ?? 0) <= offset) {
				span++;
			}
			return (passive[span]?.start ?? Number.POSITIVE_INFINITY) > offset;
		});
}

function startsOfLines(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return starts;
}

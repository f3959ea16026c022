import { ToolError } from '../errors/tool-error.ts';
import { type NearestText, nearestText } from './nearest-text.ts';
import { withNewlines } from './newlines.ts';

export interface RequestedEdit {
	oldText: string;
	newText: string;
	all?: boolean | undefined;
}

export interface AppliedEdit {
	/** 1-based line of the first place, in the text after the edits before it. */
	line: number;
	replaced: number;
}

export interface Mismatch {
	/** 1-based, as the agent counts its edits. */
	edit: number;
	reason: 'not_found' | 'ambiguous' | 'whitespace_differs' | 'same_text' | 'already_done';
	message: string;
	lines?: readonly number[];
	nearest?: { line: number; text: string };
}

/** Places named in a message about a text that occurs many times. */
const PLACES_NAMED = 10;

/** Shorter texts occur by chance. */
const TELLING_LENGTH = 8;

/**
 * Makes the edits one after the other, each on the result of the one before. All or none: an error tells for each that did
 * not match why not, and shows the nearest text.
 */
export function matchEdits(
	text: string,
	edits: readonly RequestedEdit[],
	path: string,
): { text: string; applied: AppliedEdit[] } {
	let present = text;
	const applied: AppliedEdit[] = [];
	const mismatches: Mismatch[] = [];
	edits.forEach((edit, index) => {
		const matched = matchEdit(present, edit);
		if ('reason' in matched) {
			mismatches.push({ edit: index + 1, ...matched });
			return;
		}
		applied.push({ line: matched.line, replaced: matched.replaced });
		present = matched.text;
	});
	if (mismatches.length > 0) {
		const reasons = mismatches.map(({ edit, message }) => `Edit ${edit}: ${message}`).join('\n');
		const rest = mismatches.length < edits.length ? '\nThe other edits match and can be sent again unchanged.' : '';
		throw new ToolError('E_EDIT_NOT_MATCHED', `Nothing was changed in ${path}.\n${reasons}${rest}`, {
			details: { edits: mismatches },
		});
	}
	return { text: present, applied };
}

/** The text after one edit; where it does not match, why not. */
export function matchEdit(
	text: string,
	edit: RequestedEdit,
): (AppliedEdit & { text: string }) | Omit<Mismatch, 'edit'> {
	const oldText = withNewlines(edit.oldText);
	const newText = withNewlines(edit.newText);
	const places = findAll(text, oldText);
	return (
		explain(text, oldText, newText, places, edit.all ?? false) ?? {
			text: text.split(oldText).join(newText),
			line: lineAt(text, places[0] ?? 0),
			replaced: places.length,
		}
	);
}

function explain(
	text: string,
	oldText: string,
	newText: string,
	places: readonly number[],
	all: boolean,
): Omit<Mismatch, 'edit'> | undefined {
	if (oldText === newText) {
		return { reason: 'same_text', message: 'oldText and newText are the same.' };
	}
	if (places.length > 1 && !all) {
		const lines = places.slice(0, PLACES_NAMED).map(place => lineAt(text, place));
		const more = places.length > PLACES_NAMED ? ' and others' : '';
		return {
			reason: 'ambiguous',
			message: `oldText occurs ${places.length} times, at lines ${lines.join(', ')}${more}. Add lines around it to say which, or set all.`,
			lines,
		};
	}
	if (places.length > 0) {
		return undefined;
	}
	const nearest = nearestText(text, oldText);
	const line = lineOfDoneEdit(text, { oldText, newText }, nearest);
	if (line !== undefined) {
		return {
			reason: 'already_done',
			message: `oldText does not occur, but newText is there already, at line ${line}.`,
			lines: [line],
		};
	}
	if (!nearest) {
		return { reason: 'not_found', message: 'oldText does not occur, and nothing in the file resembles it.' };
	}
	const shown = `Line ${nearest.line} reads:\n${nearest.text}`;
	return nearest.onlySpaces
		? { reason: 'whitespace_differs', message: `only spaces, tabs or line breaks differ. ${shown}`, nearest }
		: { reason: 'not_found', message: `oldText does not occur. ${shown}`, nearest };
}

/**
 * Finds the place where the edit seems to have been made before: newText stands where the text is most like oldText. Where nothing is like
 * it, newText must be long enough not to stand there by chance.
 */
function lineOfDoneEdit(
	text: string,
	{ oldText, newText }: Pick<RequestedEdit, 'oldText' | 'newText'>,
	nearest: NearestText | undefined,
): number | undefined {
	const { length } = newText.trim();
	const telling = length >= TELLING_LENGTH || (nearest !== undefined && length >= oldText.trim().length / 2);
	if (length === 0 || !telling || nearest?.onlySpaces) {
		return undefined;
	}
	const lines = findAll(text, newText)
		.filter(place => isWhole(text, place, newText.length))
		.map(place => lineAt(text, place));
	if (nearest === undefined) {
		return lines[0];
	}
	const last = nearest.line + nearest.text.split('\n').length - 1;
	return lines.find(line => line >= nearest.line && line <= last);
}

/** True when a piece of the text begins and ends where words do. */
function isWhole(text: string, start: number, length: number): boolean {
	const joins = (at: number) => /^[\p{L}\p{N}_$]{2}$/u.test(text.slice(at - 1, at + 1));
	return !joins(start) && !joins(start + length);
}

function findAll(text: string, part: string): readonly number[] {
	const places: number[] = [];
	for (let place = text.indexOf(part); place !== -1; place = text.indexOf(part, place + part.length)) {
		places.push(place);
	}
	return places;
}

function lineAt(text: string, offset: number): number {
	let line = 1;
	for (let place = text.indexOf('\n'); place !== -1 && place < offset; place = text.indexOf('\n', place + 1)) {
		line++;
	}
	return line;
}

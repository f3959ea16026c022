import { messageOf } from '../data/message-of.ts';
import { takeBack } from './take-back.ts';

/** A change of one file that is to be taken back. */
export interface UndoableChange {
	id: string;
	kind: 'create' | 'edit' | 'delete' | 'move';
	file: string;
	/** Where the file was moved. */
	to?: string;
}

/** Texts of a change; absent where there is none, or where it was not kept. */
export interface ChangeTexts {
	before?: string | undefined;
	after?: string | undefined;
}

/** The files as they are now. */
export interface PresentFiles {
	/** Undefined when there is no file, or no text in it. */
	text(file: string): Promise<string | undefined>;
	exists(file: string): Promise<boolean>;
}

/** One step of an undoing, made as a whole. */
export type UndoStep =
	| { kind: 'texts'; files: readonly ChangedText[]; undoes: readonly string[] }
	| { kind: 'create'; file: string; text: string; undoes: readonly string[] }
	| { kind: 'delete'; file: string; text: string; undoes: readonly string[] }
	| { kind: 'move'; file: string; to: string; undoes: readonly string[] };

export interface ChangedText {
	file: string;
	/** The text as it was read; who writes has to look whether it still is that. */
	before: string;
	after: string;
}

export interface PlannedOutcome {
	id: string;
	file: string;
	/** `undone` whole, `partly` where someone else has changed the same lines since, or `kept`. */
	outcome: 'undone' | 'partly' | 'kept';
	/** Why it is not taken back whole. */
	why?: string;
	/** The lines that are left, as they are numbered now. */
	kept: { line: number; lines: number }[];
}

export interface UndoPlan {
	/** In the order in which they are to be made. */
	steps: readonly UndoStep[];
	outcomes: readonly PlannedOutcome[];
}

type Outcome = Omit<PlannedOutcome, 'id' | 'file'>;

const NOT_KEPT = 'its text was not kept';
const UNDONE: Outcome = { outcome: 'undone', kept: [] };

/**
 * Works out how to take changes back, from the newest to the oldest, and writes nothing: what stays because others have worked on
 * it can be shown before anything is done. The changes come with the oldest first.
 */
export async function planUndo<Change extends UndoableChange>(
	changes: readonly Change[],
	textsOf: (change: Change) => Promise<ChangeTexts>,
	present: PresentFiles,
): Promise<UndoPlan> {
	const steps: UndoStep[] = [];
	const outcomes: PlannedOutcome[] = [];
	/** Files as the steps so far leave them; null is a file that they take away. */
	const planned = new Map<string, string | null>();
	let texts = new Map<string, ChangedText & { undoes: string[] }>();

	const textNow = async (file: string) => {
		const known = planned.get(file);
		return known === undefined ? present.text(file) : (known ?? undefined);
	};
	const existsNow = (file: string) =>
		planned.has(file) ? Promise.resolve(planned.get(file) !== null) : present.exists(file);

	/** Texts that were worked out so far are written before a file comes, goes or moves. */
	function flush(): void {
		const files = [...texts.values()].filter(({ before, after }) => before !== after);
		texts = new Map();
		if (files.length > 0) {
			steps.push({
				kind: 'texts',
				files: files.map(({ undoes: _, ...file }) => file),
				undoes: files.flatMap(({ undoes }) => undoes),
			});
		}
	}

	async function takeBackText({ id, file, to }: Change, { before, after }: ChangeTexts): Promise<Outcome> {
		const place = to ?? file;
		const now = await textNow(place);
		if (now === undefined) {
			return keptBecause('the file is gone');
		}
		if (before === undefined || after === undefined) {
			return keptBecause(NOT_KEPT);
		}
		const { text, undone, kept } = takeBack(before, after, now);
		const known = texts.get(place);
		texts.set(place, {
			file: place,
			before: known?.before ?? now,
			after: text,
			undoes: [...(known?.undoes ?? []), ...(kept.length === 0 ? [id] : [])],
		});
		planned.set(place, text);
		if (kept.length === 0) {
			return UNDONE;
		}
		return { outcome: undone > 0 ? 'partly' : 'kept', why: 'someone else has changed the same lines since', kept };
	}

	async function removeCreated({ id, file }: Change, { after }: ChangeTexts): Promise<Outcome> {
		if (!(await existsNow(file))) {
			return UNDONE;
		}
		const now = await textNow(file);
		if (after === undefined || now !== after) {
			return keptBecause(after === undefined ? NOT_KEPT : 'someone else has changed the file since');
		}
		steps.push({ kind: 'delete', file, text: now, undoes: [id] });
		planned.set(file, null);
		return UNDONE;
	}

	async function restoreDeleted({ id, file }: Change, { before }: ChangeTexts): Promise<Outcome> {
		if (before === undefined) {
			return keptBecause(`${NOT_KEPT}; look for it in the trash`);
		}
		if (await existsNow(file)) {
			return keptBecause('there is a file of that name again');
		}
		steps.push({ kind: 'create', file, text: before, undoes: [id] });
		planned.set(file, before);
		return UNDONE;
	}

	async function moveBack({ id, file, to = file }: Change): Promise<Outcome> {
		if (!(await existsNow(to))) {
			return keptBecause('it is no longer where it was moved');
		}
		if (await existsNow(file)) {
			return keptBecause('there is a file of the old name again');
		}
		const text = await textNow(to);
		steps.push({ kind: 'move', file: to, to: file, undoes: [id] });
		planned.set(to, null);
		if (text === undefined) {
			planned.delete(file);
		} else {
			planned.set(file, text);
		}
		return UNDONE;
	}

	/** One file that fails, whatever the reason, does not keep the others from being taken back. */
	async function outcomeOf(change: Change): Promise<Outcome> {
		try {
			return await ways[change.kind](change, await textsOf(change));
		} catch (cause) {
			return keptBecause(`it cannot be worked out: ${messageOf(cause)}`);
		}
	}

	const ways = { edit: takeBackText, create: removeCreated, delete: restoreDeleted, move: moveBack };
	for (const change of [...changes].reverse()) {
		if (change.kind !== 'edit') {
			flush();
		}
		const outcome = await outcomeOf(change);
		outcomes.push({ id: change.id, file: change.file, ...outcome });
	}
	flush();
	return { steps, outcomes };
}

function keptBecause(why: string): Outcome {
	return { outcome: 'kept', why, kept: [] };
}

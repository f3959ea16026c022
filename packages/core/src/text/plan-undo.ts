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
	const files = createPlannedFiles(present);
	/** Moves that stay, although what was done before them is taken back. */
	const keptMoves: PlannedMove[] = [];
	let texts = new Map<string, ChangedText & { undoes: string[] }>();

	/** Texts that were worked out so far are written before a file comes, goes or moves. */
	function flush(): void {
		const changed = [...texts.values()].filter(({ before, after }) => before !== after);
		texts = new Map();
		if (changed.length > 0) {
			steps.push({
				kind: 'texts',
				files: changed.map(({ undoes: _, ...file }) => file),
				undoes: changed.flatMap(({ undoes }) => undoes),
			});
		}
	}

	async function takeBackText({ id, file, to }: Change, { before, after }: ChangeTexts): Promise<Outcome> {
		const place = to ?? file;
		const now = await files.text(place);
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
		files.set(place, text);
		if (kept.length === 0) {
			return UNDONE;
		}
		return { outcome: undone > 0 ? 'partly' : 'kept', why: 'someone else has changed the same lines since', kept };
	}

	async function removeCreated({ id, file }: Change, { after }: ChangeTexts): Promise<Outcome> {
		if (!(await files.exists(file))) {
			return (await stillMoved(file)) ? keptBecause('it was moved, and that stays') : UNDONE;
		}
		const now = await files.text(file);
		if (after === undefined || now !== after) {
			return keptBecause(after === undefined ? NOT_KEPT : 'someone else has changed the file since');
		}
		steps.push({ kind: 'delete', file, text: now, undoes: [id] });
		files.set(file, null);
		return UNDONE;
	}

	async function restoreDeleted({ id, file }: Change, { before }: ChangeTexts): Promise<Outcome> {
		if (before === undefined) {
			return keptBecause(`${NOT_KEPT}; look for it in the trash`);
		}
		if (await files.exists(file)) {
			return keptBecause('there is a file of that name again');
		}
		steps.push({ kind: 'create', file, text: before, undoes: [id] });
		files.set(file, before);
		return UNDONE;
	}

	async function moveBack({ id, file, to = file }: Change): Promise<Outcome> {
		if (!(await files.exists(to))) {
			return keptBecause('it is no longer where it was moved');
		}
		if (await files.exists(file)) {
			keptMoves.push({ from: file, to });
			return keptBecause('there is a file of the old name again');
		}
		steps.push({ kind: 'move', file: to, to: file, undoes: [id] });
		files.move({ from: to, to: file });
		return UNDONE;
	}

	/** True for a file that is not gone, but lies in a folder that stays where it was moved. */
	async function stillMoved(file: string): Promise<boolean> {
		const places = keptMoves.flatMap(move => movedPath(file, move) ?? []);
		return (await Promise.all(places.map(files.exists))).includes(true);
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

interface PlannedMove {
	from: string;
	to: string;
}

/** The files as the steps that were planned so far would leave them. */
interface PlannedFiles extends PresentFiles {
	/** Null takes the file away. */
	set(file: string, text: string | null): void;
	/** Of a file, or of a folder with everything in it. */
	move(move: PlannedMove): void;
}

/** A move, and what is set after it and before the next. */
interface Layer {
	move?: PlannedMove;
	texts: Map<string, string | null>;
	/** A file that comes to be brings its folders with it. */
	folders: Set<string>;
}

function createPlannedFiles(present: PresentFiles): PlannedFiles {
	let newest: Layer = { texts: new Map(), folders: new Set() };
	/** The newest first. */
	const layers = [newest];

	/**
	 * What the steps make of a path, or else where on disk now is what they bring there. Each move of a folder above it gives the path
	 * another meaning, so they are gone through from the newest to the oldest.
	 */
	function find(path: string): { text: string | null | undefined } | { onDisk: string } {
		let place = path;
		for (const { move, texts, folders } of layers) {
			if (texts.has(place)) {
				return { text: texts.get(place) };
			}
			if (folders.has(place)) {
				return { text: undefined };
			}
			const before = move && movedPath(place, { from: move.to, to: move.from });
			if (before !== undefined) {
				place = before;
			} else if (move && isWithin(move.from, place)) {
				return { text: null };
			} else if (move && isWithin(place, move.to)) {
				return { text: undefined };
			}
		}
		return { onDisk: place };
	}

	return {
		text(file) {
			const found = find(file);
			return 'onDisk' in found ? present.text(found.onDisk) : Promise.resolve(found.text ?? undefined);
		},
		exists(file) {
			const found = find(file);
			return 'onDisk' in found ? present.exists(found.onDisk) : Promise.resolve(found.text !== null);
		},
		set(file, text) {
			newest.texts.set(file, text);
			for (let folder = folderOf(file); text !== null && folder !== ''; folder = folderOf(folder)) {
				newest.folders.add(folder);
			}
		},
		move(move) {
			newest = { move, texts: new Map(), folders: new Set() };
			layers.unshift(newest);
		},
	};
}

/** Where the move takes the path; undefined where it leaves it alone. */
function movedPath(path: string, { from, to }: PlannedMove): string | undefined {
	return isWithin(from, path) ? to + path.slice(from.length) : undefined;
}

/** True also for the folder itself. */
function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(folder + separatorOf(folder));
}

function folderOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf(separatorOf(path))));
}

/** A backslash is a letter like any other where paths have slashes. */
function separatorOf(path: string): '/' | '\\' {
	return path.includes('/') ? '/' : '\\';
}

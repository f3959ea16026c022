import type { Caller } from './caller.ts';
import type { Range } from './text-position.ts';

export interface PlannedEdit {
	range: Range;
	newText: string;
	/** The first line that it changes, as it stands now. */
	line: string;
}

export interface PlannedFile {
	path: string;
	kind: 'edit' | 'create' | 'delete' | 'rename';
	/** The new path of a renamed file. */
	to?: string;
	edits: readonly PlannedEdit[];
}

export interface AppliedPlan {
	/** Files that had unsaved edits of the user: changed in the editor, left for the user to save. */
	leftUnsaved: readonly string[];
}

/** A change of many files that the editor has worked out and not made yet. */
export interface EditPlan {
	files: readonly PlannedFile[];
	/** Makes all of it or nothing, and saves. */
	apply(caller: Caller): Promise<AppliedPlan>;
}

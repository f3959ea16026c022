import type { Documents } from '../../ports/documents.ts';
import type { Git } from '../../ports/git.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';
import type { ConflictedFile } from '../../ports/values/conflicted-file.ts';
import { baseOfPiece, type ConflictPiece, findConflicts } from '../../text/conflict-pieces.ts';

export interface FileConflict extends ConflictedFile {
	/** Absent where the editor has no text of it. */
	version?: string;
	unsaved: boolean;
	/** There are no pieces and never were: a side deleted the file, or it is not text. */
	whole: boolean;
	pieces: readonly ConflictPiece[];
	/** What both sides started from in a piece, where that is known. */
	baseOf(index: number): readonly string[] | undefined;
}

/** A file in conflict as the editor has it, with what git knows about its sides. */
export async function conflictOf(
	path: string,
	{ git, documents }: { git: Git; documents: Documents },
	signal: Cancellation,
): Promise<FileConflict> {
	const { ours, theirs, binary, oursText, theirsText, mergedWithBase } = await git.conflictSides({ path }, signal);
	// A file that a side deleted may be gone, and one that is not text cannot be read.
	const present = binary ? undefined : await documents.read(path, signal).catch(() => undefined);
	const pieces = present === undefined ? [] : findConflicts(present.text, { ours: oursText, theirs: theirsText });
	let withBase: readonly ConflictPiece[] | undefined;
	return {
		path,
		ours,
		theirs,
		...(present && { version: present.version }),
		unsaved: present?.dirty === true,
		whole: binary || oursText === undefined || theirsText === undefined,
		pieces,
		baseOf(index) {
			const piece = pieces[index];
			withBase ??= findConflicts((mergedWithBase ?? '').replaceAll('\r\n', '\n'));
			return piece && baseOfPiece(piece, withBase);
		},
	};
}

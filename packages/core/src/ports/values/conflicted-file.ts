/** The change that one side of a merge made to a file; `absent` where that side never had it. */
export type ConflictSide = 'modified' | 'added' | 'deleted' | 'absent';

export interface ConflictedFile {
	path: string;
	ours: ConflictSide;
	theirs: ConflictSide;
}

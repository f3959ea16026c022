import type { Caller } from './values/caller.ts';

/**
 * The outcome for the imports: `updated` by the language servers, `unaffected` when none led to what was moved, `never` when
 * the user's setting forbids it, `asked` when the setting makes VS Code ask the user, `left` when the servers did not
 * change some that lead to the old place.
 */
export type ImportsOutcome = 'updated' | 'unaffected' | 'never' | 'asked' | 'left';

export interface FileMove {
	from: string;
	to: string;
	kind: 'file' | 'folder';
	imports: ImportsOutcome;
	/** Files whose text the language servers changed, by their new paths. */
	changed: readonly string[];
	/** Files that still import from the old place. */
	outdated: readonly string[];
	/** Files with unsaved edits of the user, left for the user to save. */
	leftUnsaved: readonly string[];
}

export interface FileMoves {
	/** Moves or renames a file or a folder in the editor, so that open tabs, unsaved edits and imports follow. */
	move(from: string, to: string, caller: Caller): Promise<FileMove>;
}

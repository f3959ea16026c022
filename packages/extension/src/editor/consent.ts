import type { Caller } from '@hawser/core/ports/caller.ts';
import type * as vscode from 'vscode';

/** Asks the person before something is done that an agent must not decide alone. */
export interface Consent {
	/**
	 * Returns at once where none of the files is protected. Otherwise the person is asked; E_DENIED when they refuse or do
	 * not answer in time. `action` completes "An agent wants to …", such as "change" or "delete".
	 */
	forFiles(action: string, files: readonly vscode.Uri[], caller: Caller): Promise<void>;
}

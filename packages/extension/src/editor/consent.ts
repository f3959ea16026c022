import { ToolError } from '@hawser/core/contract/errors.ts';
import { isProtectedPath } from '@hawser/core/contract/protected-paths.ts';
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

export function createConsent(paths: { show(uri: vscode.Uri): string }): Consent {
	return {
		forFiles(action, files) {
			const [first] = files.map(uri => paths.show(uri)).filter(isProtectedPath);
			return first === undefined
				? Promise.resolve()
				: Promise.reject(new ToolError('E_DENIED', `An agent may not ${action} ${first}.`));
		},
	};
}

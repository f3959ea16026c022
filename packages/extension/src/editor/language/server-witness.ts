import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { fileState } from './file-state.ts';

/** A question that a server has answered, to be put again where it says nothing: of a server that has crashed VS Code says nothing either. */
export interface Witness {
	/** True when it is answered again; undefined when the file has changed, so that nothing follows from silence. */
	testify(timeLimit: TimeLimit): Promise<boolean | undefined>;
}

const LIMIT = 3000;

export function createWitness(uri: vscode.Uri, ask: () => PromiseLike<readonly unknown[] | undefined>): Witness {
	const stamp = fileState(uri.fsPath)?.stamp;
	const hasChanged = () => stamp === undefined || fileState(uri.fsPath)?.stamp !== stamp;
	return {
		async testify({ milliseconds, signal }) {
			if (hasChanged()) {
				return undefined;
			}
			const timeLimit = { signal, milliseconds: Math.min(LIMIT, milliseconds) };
			try {
				// Providers are asked only about documents that are open, and VS Code closes those that nobody shows.
				const answer = await resultWithin(
					Promise.resolve(vscode.workspace.openTextDocument(uri)).then(() => ask()),
					timeLimit,
				);
				return hasChanged() ? undefined : (answer?.length ?? 0) > 0;
			} catch (error) {
				if (signal.cancelled) {
					throw error;
				}
				return hasChanged() ? undefined : false;
			}
		},
	};
}

import * as vscode from 'vscode';
import { moveToOwnTrash } from './own-trash.ts';

export interface Trash {
	/** Takes the file or folder away; `trash`, or the path where it is now. */
	take(uri: vscode.Uri): Promise<string>;
}

/**
 * The trash of the system, where there is one: VS Code refuses to use it in remote windows and in code-server. There the
 * file moves to a folder of ours, and is kept for thirty days.
 */
export function createTrash(folder: string): Trash {
	return {
		async take(uri) {
			try {
				await vscode.workspace.fs.delete(uri, { recursive: true, useTrash: true });
				return 'trash';
			} catch {
				// VS Code's reason is a translated sentence; another one than the missing trash shows again in the moving.
				return await moveToOwnTrash(folder, uri.fsPath);
			}
		},
	};
}

import { access, constants, stat } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import type * as vscode from 'vscode';
import { isAccessDenied } from '../shared/file-failure.ts';

/** Throws unless the file can be saved without a question to the user. */
export async function requireWritable(uri: vscode.Uri, path: string): Promise<void> {
	const readOnly = new ToolError('E_FILE_READ_ONLY', `${path} is read-only.`);
	try {
		const { mode } = await stat(uri.fsPath);
		// VS Code goes by these bits, also for a user who could write in spite of them.
		if ((mode & 0o222) === 0) {
			throw readOnly;
		}
		await access(uri.fsPath, constants.W_OK);
	} catch (error) {
		if (errorCode(error) === 'ENOENT') {
			return;
		}
		throw isAccessDenied(error) ? readOnly : error;
	}
}

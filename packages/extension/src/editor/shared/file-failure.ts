import { open, stat } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import type * as vscode from 'vscode';
import { fileNotFound } from './file-not-found.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** vscode refuses to hand larger documents to extensions. */
export const MAX_DOCUMENT_SIZE = 50 * 1024 * 1024;

/** Explains why a file would not open. VS Code's own messages are translated, so the file itself is examined. */
export async function fileFailure(uri: vscode.Uri, paths: WorkspacePaths, cause: unknown): Promise<ToolError> {
	const path = paths.show(uri);
	try {
		const found = await stat(uri.fsPath);
		if (found.isDirectory()) {
			return new ToolError('E_IS_FOLDER', `${path} is a folder.`, { cause });
		}
		if (found.size > MAX_DOCUMENT_SIZE) {
			return new ToolError('E_FILE_TOO_LARGE', `${path} has ${found.size} bytes.`, {
				details: { size: found.size, limit: MAX_DOCUMENT_SIZE },
				cause,
			});
		}
		// A pipe or a device is not even opened: that may take for ever.
		if (!found.isFile() || (await hasNulBytes(uri.fsPath))) {
			return new ToolError('E_FILE_BINARY', `${path} is not a text file.`, { details: { size: found.size }, cause });
		}
	} catch (error) {
		return systemFailure(error, uri, paths);
	}
	return new ToolError('E_FILE_BINARY', `VS Code does not open ${path} as text: ${String(cause)}`, { cause });
}

async function systemFailure(error: unknown, uri: vscode.Uri, paths: WorkspacePaths): Promise<ToolError> {
	const path = paths.show(uri);
	if (isAccessDenied(error)) {
		return new ToolError('E_FILE_ACCESS_DENIED', `The system does not let VS Code read ${path}.`, { cause: error });
	}
	return ['ENOENT', 'ENOTDIR'].includes(errorCode(error))
		? fileNotFound(uri, paths, error)
		: new ToolError('E_INTERNAL', `${path} cannot be read.`, { cause: error });
}

/** The system refuses, by the rights of the file or because the whole file system is read-only. */
export function isAccessDenied(error: unknown): boolean {
	return ['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error));
}

async function hasNulBytes(path: string): Promise<boolean> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(512), length: 512 });
		return buffer.subarray(0, bytesRead).includes(0);
	} finally {
		await file.close();
	}
}

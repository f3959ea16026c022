import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';

/** The state of a file's text: in the editor if it has unsaved edits there, otherwise on disk. */
export interface FileState {
	/** The time of the last change, in milliseconds since 1970. */
	time: number;
	/** Differs whenever the text does. */
	stamp: string;
}

/** Undefined for a file that is gone. */
export function fileState(path: string): FileState | undefined {
	const document = findDocument(vscode.Uri.file(path));
	if (document?.isDirty) {
		return { time: Date.now(), stamp: `version ${document.version}` };
	}
	try {
		const stats = statSync(path, { throwIfNoEntry: false });
		// Programs that copy or unpack set the time called "modified" to one in the past.
		return stats && { time: Math.max(stats.mtimeMs, stats.ctimeMs), stamp: `${stats.mtimeMs} ${stats.size}` };
	} catch {
		return undefined;
	}
}

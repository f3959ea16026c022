import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { RemovedFile } from '@hawser/core/ports/files.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import type { Consent } from '../questions/consent.ts';
import { fileFailure, isAccessDenied } from '../shared/file-failure.ts';
import { allTabs, tabUri } from '../shared/tab-uri.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { Trash } from './trash.ts';

interface SetupEnvironment {
	paths: WorkspacePaths;
	consent: Consent;
	trash: Trash;
}

/** Takes a file or folder away, unless something would be lost by it that the user has not saved or not agreed to. */
export async function removeFile(
	path: string,
	{ recursive }: { recursive: boolean },
	caller: Caller,
	{ paths, consent, trash }: SetupEnvironment,
): Promise<RemovedFile> {
	const uri = await paths.resolve(path);
	const shown = paths.show(uri);
	const folder = await isFolder(uri, paths);
	if (folder) {
		refuseWorkspaceFolder(uri, shown);
		if (!recursive) {
			throw new ToolError('E_IS_FOLDER', `${shown} is a folder.`, {
				hint: 'Call again with recursive: true to delete it and everything in it.',
			});
		}
	}
	refuseUnsaved(uri, paths);
	await consent.forFiles('delete', folder ? [uri, ...(await protectedBelow(uri, caller))] : [uri], caller);
	throwIfCancelled(caller.signal);
	// The user may have begun to type while they were asked.
	refuseUnsaved(uri, paths);
	const movedTo = await moveAway(uri, shown, trash);
	await closeTabs(uri);
	return { path: shown, kind: folder ? 'folder' : 'file', movedTo };
}

async function isFolder(uri: vscode.Uri, paths: WorkspacePaths): Promise<boolean> {
	try {
		// A link to a folder goes alone, without what it leads to.
		return (await lstat(uri.fsPath)).isDirectory();
	} catch (error) {
		throw await fileFailure(uri, paths, error);
	}
}

function refuseWorkspaceFolder(uri: vscode.Uri, shown: string): void {
	const lost = (vscode.workspace.workspaceFolders ?? []).find(folder => isAtOrBelow(folder.uri, uri));
	if (lost) {
		throw new ToolError('E_DENIED', `${shown} holds the workspace folder ${lost.name}, which is open in this window.`, {
			hint: 'Delete single files or folders in it.',
		});
	}
}

function refuseUnsaved(uri: vscode.Uri, paths: WorkspacePaths): void {
	const unsaved = vscode.workspace.textDocuments.filter(document => document.isDirty && isAtOrBelow(document.uri, uri));
	if (unsaved.length > 0) {
		const names = unsaved.map(document => paths.show(document.uri));
		throw new ToolError('E_FILE_DIRTY', `Unsaved edits would be lost: ${names.join(', ')}.`, {
			hint: 'Ask the user to save or discard them first.',
			details: { unsaved: names },
		});
	}
}

/** Finds files in the folder that configure the editor or an agent. Those of installed packages are read by nothing. */
async function protectedBelow(folder: vscode.Uri, { signal }: Caller): Promise<vscode.Uri[]> {
	const found: vscode.Uri[] = [];
	const pending = [folder.fsPath];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		throwIfCancelled(signal);
		for (const entry of await readdir(next, { withFileTypes: true })) {
			const path = join(next, entry.name);
			if (protectionOf(entry.name) !== undefined) {
				found.push(vscode.Uri.file(path));
			} else if (entry.isDirectory() && entry.name !== 'node_modules') {
				pending.push(path);
			}
		}
	}
	return found;
}

async function moveAway(uri: vscode.Uri, shown: string, trash: Trash): Promise<string> {
	try {
		return await trash.take(uri);
	} catch (cause) {
		throw new ToolError(
			isAccessDenied(cause) ? 'E_FILE_ACCESS_DENIED' : 'E_INTERNAL',
			`${shown} could not be moved away: ${messageOf(cause)}`,
			{ cause },
		);
	}
}

/** Closes tabs as a deletion in the Explorer does: the tab of a deleted file would only stand there struck through. */
async function closeTabs(uri: vscode.Uri): Promise<void> {
	const tabs = allTabs().filter(tab => {
		const shown = tabUri(tab);
		return shown !== undefined && !tab.isDirty && isAtOrBelow(shown, uri);
	});
	if (tabs.length > 0) {
		await vscode.window.tabGroups.close(tabs, true);
	}
}

function isAtOrBelow(inner: vscode.Uri, outer: vscode.Uri): boolean {
	return inner.scheme === outer.scheme && pathBelow(outer.fsPath, inner.fsPath) !== undefined;
}

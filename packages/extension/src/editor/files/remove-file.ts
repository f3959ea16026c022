import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { RemovedFile } from '@hawser/core/ports/files.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import { plainText } from '../documents/saved-text.ts';
import type { ChangeRecorder, FileChange } from '../journal/change-recorder.ts';
import type { Consent } from '../questions/consent.ts';
import { reviewChange } from '../questions/review-change.ts';
import { fileFailure, isAccessDenied } from '../shared/file-failure.ts';
import { readDocumentFile } from '../shared/read-document-file.ts';
import { allTabs, tabUri } from '../shared/tab-uri.ts';
import { refuseUnsaved } from '../shared/unsaved-files.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { requireUnchanged, reviewedRemoval } from './reviewed-removal.ts';
import type { Trash } from './trash.ts';

interface SetupEnvironment {
	recorder: ChangeRecorder;
	paths: WorkspacePaths;
	consent: Consent;
	trash: Trash;
}

/** Takes a file or folder away, unless something would be lost by it that the user has not saved or not agreed to. */
export async function removeFile(
	path: string,
	{ recursive }: { recursive: boolean },
	caller: Caller,
	{ paths, consent, trash, recorder }: SetupEnvironment,
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
	const found = folder ? await protectedBelow(uri, paths, caller) : [];
	if (caller.review) {
		const removal = await reviewedRemoval(uri, { path: shown, folder, protectedFiles: found, consent });
		await reviewChange([removal], caller, consent);
		await requireUnchanged(uri, removal, caller.review);
	} else {
		await consent.forFiles('delete', [uri, ...found], caller);
	}
	throwIfCancelled(caller.signal);
	// The user may have begun to type while they were asked.
	refuseUnsaved(uri, paths);
	// Of a folder or a picture no text is kept: it lies in the trash.
	const before = folder ? undefined : await restorableText(uri);
	const change: FileChange = { uri, kind: 'delete', ...(before !== undefined && { before }) };
	const recorded = await recorder.begin([change], caller);
	const movedTo = await moveAway(uri, shown, trash).catch(async (cause: unknown) => {
		await recorded.dropped();
		throw cause;
	});
	await recorded.made();
	await closeTabs(uri);
	return { path: shown, kind: folder ? 'folder' : 'file', movedTo };
}

/** Undefined where the text alone would not bring the same file back: other encodings and line ends, programs, links. */
async function restorableText(uri: vscode.Uri): Promise<string | undefined> {
	const stats = await lstat(uri.fsPath);
	if (!stats.isFile() || (stats.mode & 0o111) !== 0) {
		return undefined;
	}
	const [text, bytes] = [await plainText(uri), await readDocumentFile(uri.fsPath).catch(() => undefined)];
	return text !== undefined && bytes?.equals(Buffer.from(text)) ? text : undefined;
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

/** Finds files in the folder that configure the editor or an agent. Those of installed packages are read by nothing. */
async function protectedBelow(
	folder: vscode.Uri,
	paths: Pick<WorkspacePaths, 'everyName'>,
	{ signal }: Caller,
): Promise<vscode.Uri[]> {
	const above = await paths.everyName(folder);
	// Where the folder itself is protected, so is everything in it, and only what is so by itself is worth naming.
	const isNamed = above.some(name => protectionOf(name) !== undefined);
	const found: vscode.Uri[] = [];
	const pending = [folder.fsPath];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		throwIfCancelled(signal);
		for (const entry of await readdir(next, { withFileTypes: true })) {
			const path = join(next, entry.name);
			const names = isNamed ? [entry.name] : above.map(name => join(name, relative(folder.fsPath, path)));
			if (names.some(name => protectionOf(name) !== undefined)) {
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

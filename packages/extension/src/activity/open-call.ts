import * as path from 'node:path';
import * as vscode from 'vscode';
import type { KnownCall } from './call-history.ts';
import { callAsJson } from './shown-activity.ts';

/** Opens the file that a call was about, where it was about. */
export async function openCallFile({ file }: KnownCall): Promise<void> {
	if (file === undefined) {
		return;
	}
	const uri = await findFile(file.path);
	if (uri === undefined) {
		vscode.window.setStatusBarMessage(vscode.l10n.t('Hawser: {0} is no longer there', file.path), 5000);
		return;
	}
	const line = Math.max(0, (file.line ?? 1) - 1);
	const selection = file.line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
	// Whatever editor the file has: a picture is no text.
	await vscode.commands.executeCommand('vscode.open', uri, { preview: true, ...(selection && { selection }) });
}

/** The call as JSON in an editor of its own. */
export async function openCallAsJson(call: KnownCall): Promise<void> {
	const document = await vscode.workspace.openTextDocument({ language: 'json', content: callAsJson(call) });
	await vscode.window.showTextDocument(document, { preview: true });
}

async function findFile(name: string): Promise<vscode.Uri | undefined> {
	for (const candidate of candidates(name)) {
		try {
			await vscode.workspace.fs.stat(candidate);
			return candidate;
		} catch {
			// Another folder may have it.
		}
	}
	return undefined;
}

/** An absolute path, a `file:` URI, or a path below one of the folders, with or without the name of the folder. */
function candidates(name: string): readonly vscode.Uri[] {
	// An agent wrote it: a name that leads to another machine is not followed.
	if (name.startsWith('file:')) {
		const uri = vscode.Uri.parse(name);
		return uri.authority === '' ? [uri] : [];
	}
	if (name.startsWith('//') || name.startsWith('\\\\')) {
		return [];
	}
	if (path.isAbsolute(name)) {
		return [vscode.Uri.file(name)];
	}
	return (vscode.workspace.workspaceFolders ?? []).flatMap(folder => {
		const within = name.startsWith(`${folder.name}/`) ? name.slice(folder.name.length + 1) : undefined;
		return [name, ...(within === undefined ? [] : [within])].map(part => vscode.Uri.joinPath(folder.uri, part));
	});
}

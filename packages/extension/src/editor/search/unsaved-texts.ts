import * as path from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import type { FilteredFolder } from './filtered-folders.ts';
import type { Ripgrep } from './ripgrep.ts';
import { visibleAmong } from './visible-among.ts';

/** Texts of the documents with unsaved edits in this folder, by path, without those that are ignored or excluded. */
export async function unsavedTexts(
	folder: FilteredFolder,
	ripgrep: Ripgrep,
	signal: Cancellation,
): Promise<ReadonlyMap<string, string>> {
	const dirty = new Map<string, vscode.TextDocument>();
	for (const document of vscode.workspace.textDocuments) {
		if (document.isDirty && !document.isClosed && document.uri.scheme === 'file') {
			const below = pathBelow(folder.path, document.uri.fsPath);
			if (below !== undefined && below !== '') {
				dirty.set(below.split(path.sep).join('/'), document);
			}
		}
	}
	if (dirty.size === 0) {
		return new Map();
	}
	const visible = await visibleAmong([...dirty.keys()], folder, { ripgrep, signal });
	return new Map([...dirty].flatMap(([below, document]) => (visible.has(below) ? [[below, document.getText()]] : [])));
}

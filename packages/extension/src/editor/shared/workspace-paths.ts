import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { cellAddress } from '@hawser/core/text/notebook-text.ts';
import { candidatePaths, displayPath, type Folder, pathBelow } from '@hawser/node/path-rules.ts';
import { type RealPath, resolveRealPath } from '@hawser/node/real-path.ts';
import * as vscode from 'vscode';
import { foldersOnDisk } from './folders-on-disk.ts';
import { findCell } from './notebook-cells.ts';

export interface WorkspacePaths {
	/** The file that a tool's path argument means. It need not exist, but it lies inside the workspace. */
	resolve(path: string): Promise<vscode.Uri>;
	/** The path that agents see. */
	show(uri: vscode.Uri): string;
	/** The file below its workspace folder, the folder's own name first: as it is named, and where links lead to. */
	everyName(uri: vscode.Uri): Promise<readonly string[]>;
}

export function createWorkspacePaths(): WorkspacePaths {
	return {
		async resolve(argument) {
			const folders = openFolders();
			const candidates = candidatePaths(argument, folders);
			const places = await Promise.all(candidates.map(resolveRealPath));
			const chosen = places.find(place => place.exists) ?? places[0];
			if (chosen === undefined) {
				throw new ToolError('E_INVALID_PATH', `"${argument}" is not a path.`);
			}
			return insideWorkspace(chosen, folders, argument);
		},
		show,
		async everyName(uri) {
			const folders = openFolders();
			const { real } = await resolveRealPath(uri.fsPath);
			return [nameBelow(uri.fsPath, folders), nameBelow(real, folders.map(withRealPath))];
		},
	};
}

function show(uri: vscode.Uri): string {
	const cell = findCell(uri);
	if (cell) {
		return cellAddress(show(cell.notebook.uri), cell.index + 1);
	}
	if (uri.scheme !== 'file') {
		return uri.toString(true);
	}
	const folders = openFolders();
	const shown = displayPath(uri.fsPath, folders);
	// Language servers answer with real paths; the folder may have been opened through a link (/tmp on macOS).
	return shown === uri.fsPath ? displayPath(uri.fsPath, folders.map(withRealPath)) : shown;
}

function insideWorkspace({ asked, real, exists }: RealPath, folders: readonly Folder[], argument: string): vscode.Uri {
	for (const folder of folders) {
		const below = pathBelow(withRealPath(folder).path, real);
		if (below === undefined) {
			continue;
		}
		// On a file system that ignores case, Main.ts and main.ts are one file but would be two documents.
		const onDisk = join(folder.path, below);
		const sameFile = exists && onDisk.toLowerCase() === asked.toLowerCase();
		return vscode.Uri.file(sameFile ? onDisk : asked);
	}
	const uri = vscode.Uri.file(asked);
	if (folders.length === 0 && vscode.workspace.textDocuments.some(document => document.uri.path === uri.path)) {
		return uri;
	}
	throw new ToolError('E_OUTSIDE_WORKSPACE', `"${argument}" is not inside the folders of this window.`, {
		details: { folders: folders.map(folder => folder.path) },
	});
}

function nameBelow(path: string, folders: readonly Folder[]): string {
	for (const folder of folders) {
		const below = pathBelow(folder.path, path);
		if (below !== undefined) {
			return join(basename(folder.path), below);
		}
	}
	return path;
}

function openFolders(): Folder[] {
	return foldersOnDisk().map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

function withRealPath({ name, path }: Folder): Folder {
	try {
		return { name, path: realpathSync.native(path) };
	} catch {
		return { name, path };
	}
}

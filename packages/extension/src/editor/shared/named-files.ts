import * as vscode from 'vscode';
import type { WorkspacePaths } from './workspace-paths.ts';

/** The files that language servers have named in their answers, by the path that agents are shown. */
export interface NamedFiles {
	/** The path that agents see. */
	show(uri: vscode.Uri): string;
	/** The file that was shown so; any other path has to lie inside the workspace. */
	uriOf(path: string): Promise<vscode.Uri>;
	/** It was shown, and lies outside the workspace: a library. */
	isOutside(path: string): boolean;
}

const MAX_NAMED = 20_000;

export function createNamedFiles(paths: WorkspacePaths): NamedFiles {
	const named = new Map<string, vscode.Uri>();
	return {
		show(uri) {
			const path = paths.show(uri);
			if (named.size > MAX_NAMED) {
				named.clear();
			}
			named.set(path, uri);
			return path;
		},
		async uriOf(path) {
			return named.get(path) ?? paths.resolve(path);
		},
		isOutside(path) {
			const uri = named.get(path);
			return uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) === undefined;
		},
	};
}

import * as vscode from 'vscode';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import { type Fields, numberIn, textIn } from './dap-values.ts';

export interface SourcePlace {
	/** Relative to the workspace folder where it lies in one; otherwise the adapter's own name for it. */
	path: string;
	/** The file, where there is one on disk. */
	file?: vscode.Uri;
	/** Text that only the adapter has. */
	sourceReference?: number;
}

/**
 * Finds the source of a frame. VS Code rewrites paths in remote windows to vscode-remote: addresses, and adapters name
 * sources that are no files, such as <node_internals>/events.
 */
export function sourcePlace(source: Fields, paths: WorkspacePaths): SourcePlace | undefined {
	const path = textIn(source, 'path') ?? textIn(source, 'name');
	if (path === undefined) {
		return undefined;
	}
	const sourceReference = numberIn(source, 'sourceReference') ?? 0;
	const file = sourceReference > 0 ? undefined : fileOf(path);
	if (file) {
		return { path: paths.show(file), file };
	}
	return { path, ...(sourceReference > 0 && { sourceReference }) };
}

export function fileOf(path: string): vscode.Uri | undefined {
	if (/^(\/|[a-z]:[\\/]|\\\\)/i.test(path)) {
		return vscode.Uri.file(path);
	}
	if (/^(file|vscode-remote):/.test(path)) {
		return vscode.Uri.file(vscode.Uri.parse(path).path);
	}
	return undefined;
}

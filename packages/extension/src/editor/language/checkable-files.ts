import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import * as vscode from 'vscode';
import { withToken } from '../shared/cancellation-token.ts';

/** The files below a folder that match the pattern, without what the user excludes from files and search. */
export async function checkableFiles(
	folder: vscode.Uri,
	signal: Cancellation,
	{ pattern, most }: { pattern: string; most: number },
): Promise<vscode.Uri[]> {
	const files = await withToken(signal, token =>
		vscode.workspace.findFiles(new vscode.RelativePattern(folder, pattern), excluded(folder), most, token),
	);
	return files.sort((left, right) => (left.path < right.path ? -1 : 1));
}

function excluded(folder: vscode.Uri): string {
	const patterns = new Set(['**/node_modules/**', '**/.git/**']);
	for (const section of ['files', 'search']) {
		const exclude = vscode.workspace.getConfiguration(section, folder).get<Record<string, unknown>>('exclude') ?? {};
		for (const [pattern, on] of Object.entries(exclude)) {
			if (on === true) {
				patterns.add(pattern);
			}
		}
	}
	return `{${[...patterns].join(',')}}`;
}

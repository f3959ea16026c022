import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import * as vscode from 'vscode';
import { serverText } from '../documents/sources.ts';
import { checkableFiles } from '../language/checkable-files.ts';
import type { SourceMentions } from '../typescript/source-mentions.ts';
import { brokenImports, importedWord, type Relocation, relocated, stillImports } from './import-specifiers.ts';

/** A script with imports that a move breaks. */
export interface AffectedFile {
	/** The file's path before the move. */
	uri: vscode.Uri;
	imports: readonly string[];
}

const SCRIPTS = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte}';
const MAX_INSIDE = 5000;

export async function affectedFiles(
	move: Relocation,
	mentions: SourceMentions,
	signal: Cancellation,
): Promise<readonly AffectedFile[]> {
	const from = vscode.Uri.file(move.from);
	const inside =
		move.kind === 'file' ? [from] : await checkableFiles(from, signal, { pattern: SCRIPTS, most: MAX_INSIDE });
	const mentioning = await mentions.find(importedWord(move), signal);
	const candidates = new Map([...mentioning, ...inside].map(uri => [uri.toString(), uri]));
	const files: AffectedFile[] = [];
	for (const uri of candidates.values()) {
		const imports = brokenImports(uri.fsPath, await serverText(uri), move);
		if (imports.length > 0) {
			files.push({ uri, imports });
		}
	}
	return files;
}

/** Those that still have one of the broken imports, after the move. */
export async function outdatedFiles(files: readonly AffectedFile[], move: Relocation): Promise<readonly vscode.Uri[]> {
	const states = await Promise.all(
		files.map(async ({ uri, imports }) => {
			const now = placeAfter(uri, move);
			return stillImports(await serverText(now), imports) ? [now] : [];
		}),
	);
	return states.flat();
}

export function placeAfter(uri: vscode.Uri, move: Relocation): vscode.Uri {
	const path = relocated(uri.fsPath, move);
	return path === undefined ? uri : vscode.Uri.file(path);
}

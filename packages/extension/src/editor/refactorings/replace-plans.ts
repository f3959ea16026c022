import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Refactorings } from '@hawser/core/ports/refactorings.ts';
import type { TextQuery, TextSearch } from '@hawser/core/ports/text-search.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { diffLines } from '@hawser/core/text/line-diff.ts';
import * as vscode from 'vscode';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import { presentText } from '../documents/saved-text.ts';
import type { WorkspaceEdits } from '../documents/workspace-edits.ts';
import { patternArguments } from '../search/pattern-arguments.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** VS Code opens every file that is changed. */
const MAX_FILES = 500;

/**
 * Ripgrep makes the new text as well as it finds the old: the match that is counted is the match that is replaced, whatever the
 * expression, and no expression can hold up the window.
 */
export function createReplacePlans({
	paths,
	edits,
	ripgrep,
	textSearch,
	openNotebooks,
}: {
	paths: WorkspacePaths;
	edits: WorkspaceEdits;
	ripgrep: Ripgrep;
	textSearch: TextSearch;
	openNotebooks: Pick<OpenNotebooks, 'isNotebook'>;
}): Pick<Refactorings, 'planReplace'> {
	return {
		async planReplace(query, replacement, signal) {
			const found = await textSearch.search(query, { offset: 0, limit: 0, context: 0 }, signal);
			if (found.files.length > MAX_FILES) {
				throw new ToolError('E_INVALID_PARAMS', `${found.files.length} files match; at most ${MAX_FILES} at once.`, {
					hint: 'Narrow the question with include, and call again for the others.',
				});
			}
			const edit = new vscode.WorkspaceEdit();
			const skipped: string[] = [];
			let total = 0;
			for (const { path, matches } of found.files) {
				const uri = await paths.resolve(path);
				if (openNotebooks.isNotebook(uri)) {
					skipped.push(path);
					continue;
				}
				total += matches;
				const before = await presentText(uri);
				edit.set(uri, lineEdits(before, await replaced(before, query, replacement, signal)));
			}
			return { plan: await edits.plan(edit), total, skipped, searchedNothing: found.searchedNothing };
		},
	};

	async function replaced(text: string, query: TextQuery, replacement: string, signal: Cancellation): Promise<string> {
		const args = [
			...['--no-config', '--text', '--passthru', '--no-line-number', '--no-filename', '--color=never'],
			// The text has \n alone, and with this option ripgrep would write \r\n.
			...patternArguments(query).filter(argument => argument !== '--crlf'),
			`--replace=${ripgrepReplacement(replacement, query.regex)}`,
			'-',
		];
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		// Ripgrep ends the last line whether it was ended or not; so that nobody has to guess, it always is.
		const isEnded = text.endsWith('\n');
		const stdin = isEnded ? text : `${text}\n`;
		const output = await ripgrep.output(args, { cwd: folder?.uri.fsPath ?? '.', signal, stdin });
		return isEnded ? output : output.replace(/\n$/, '');
	}
}

/** `$12` is group 12 there too, but `$1a` would be a group of that name. */
function ripgrepReplacement(text: string, regex: boolean): string {
	return regex ? text.replaceAll(/\$(\d+)/g, '$${$1}') : text.replaceAll('$', '$$$$');
}

/** One edit for each line, where lines stay lines, so that a reader sees each of them. */
function lineEdits(before: string, after: string): vscode.TextEdit[] {
	const [old, fresh] = [before.split('\n'), after.split('\n')];
	return diffLines(old, fresh).flatMap(({ from, to, newFrom, newTo }) => {
		if (to - from === newTo - newFrom) {
			return old
				.slice(from, to)
				.map((text, index) =>
					vscode.TextEdit.replace(
						new vscode.Range(from + index, 0, from + index, text.length),
						fresh[newFrom + index] ?? '',
					),
				);
		}
		const lines = fresh.slice(newFrom, newTo);
		if (to < old.length) {
			return [vscode.TextEdit.replace(new vscode.Range(from, 0, to, 0), lines.map(line => `${line}\n`).join(''))];
		}
		// At the end of the text there is no line after it to reach to, so the break before it goes along.
		const start = from === 0 ? new vscode.Position(0, 0) : new vscode.Position(from - 1, (old[from - 1] ?? '').length);
		const end = new vscode.Position(old.length - 1, (old.at(-1) ?? '').length);
		const text = from === 0 ? lines.join('\n') : lines.map(line => `\n${line}`).join('');
		return [vscode.TextEdit.replace(new vscode.Range(start, end), text)];
	});
}

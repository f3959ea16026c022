import type { Documents } from '@hawser/core/ports/documents.ts';
import * as vscode from 'vscode';
import { type FreshDocuments, withNewlines } from './fresh-document.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** VS Code loads a file that changed on disk within 0.3 to 1 s; after that the disk's text is the better answer. */
const RELOAD_LIMIT = 1500;

export function createDocuments({
	paths,
	freshDocuments,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
}): Documents {
	return {
		async read(path, signal) {
			const uri = await paths.resolve(path);
			const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
			return {
				path: paths.show(uri),
				text: newerText ?? withNewlines(document.getText()),
				language: document.languageId,
				dirty: document.isDirty,
				encoding: document.encoding,
				lineEnding: document.eol === vscode.EndOfLine.CRLF ? 'crlf' : 'lf',
			};
		},
		async lines(path, lines, signal) {
			const { text } = await this.read(path, signal);
			const all = text.split('\n');
			return lines.map(line => all[line - 1] ?? '');
		},
	};
}

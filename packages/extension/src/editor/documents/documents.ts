import type { Documents } from '@hawser/core/ports/documents.ts';
import { createDocumentWriter, type WriterDependencies } from './document-writer.ts';
import { describeDocument } from './ready-document.ts';

/** VS Code loads a file that changed on disk within 0.3 to 1 s; after that the disk's text is the better answer. */
const RELOAD_LIMIT = 1500;

export function createDocuments(dependencies: WriterDependencies): Documents {
	const { paths, freshDocuments, knownVersions, openNotebooks } = dependencies;
	return {
		...createDocumentWriter(dependencies),
		async read(path, signal) {
			const cell = await openNotebooks.cell(path, signal);
			if (cell) {
				return describeDocument(cell, paths.show(cell.uri));
			}
			const uri = await paths.resolve(path);
			const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
			return {
				...describeDocument(document, paths.show(uri), newerText),
				...(openNotebooks.isNotebook(uri) && {
					notebook: openNotebooks.find(uri)?.isDirty ? ('unsaved' as const) : ('saved' as const),
				}),
			};
		},
		async lines(path, lines, signal) {
			const { text } = await this.read(path, signal);
			const all = text.split('\n');
			return lines.map(line => all[line - 1] ?? '');
		},
		async shown({ path, version }, lines, agent) {
			knownVersions.saw(agent, (await paths.resolve(path)).toString(), version, lines);
		},
	};
}

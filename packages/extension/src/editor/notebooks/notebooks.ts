import type { Notebooks } from '@hawser/core/ports/notebooks.ts';
import { linesOfCells } from '@hawser/core/text/notebook-text.ts';
import { describeNotebook } from './describe-notebook.ts';
import { createNotebookRuns } from './notebook-runs.ts';
import { createNotebookWriter, keyOf, type NotebookWriterDependencies } from './notebook-writer.ts';

export function createNotebooks(dependencies: NotebookWriterDependencies): Notebooks {
	const { paths, knownVersions, open } = dependencies;
	return {
		...createNotebookWriter(dependencies),
		...createNotebookRuns({ paths, open }),
		async read(path, signal) {
			const uri = await paths.resolve(path);
			return describeNotebook(await open.open(uri, signal), paths.show(uri));
		},
		async shown({ path, version, cells }, range, agent) {
			knownVersions.saw(agent, keyOf(await paths.resolve(path)), version, linesOfCells(cells, range));
		},
	};
}

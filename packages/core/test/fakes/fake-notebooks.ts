import { ToolError } from '../../src/errors/tool-error.ts';
import type {
	Notebook,
	NotebookCell,
	NotebookRun,
	Notebooks,
	PlannedCell,
	RunRequest,
	WrittenNotebook,
} from '../../src/ports/notebooks.ts';
import { notebookText } from '../../src/text/notebook-text.ts';

/** Cells in memory; a run answers what the test has given. */
export class FakeNotebooks implements Notebooks {
	readonly books: Record<string, readonly NotebookCell[]>;
	readonly seen: { from: number; to: number }[] = [];
	asked: RunRequest | undefined;
	private readonly outcome: NotebookRun | undefined;

	constructor(books: Record<string, readonly NotebookCell[]>, outcome?: NotebookRun) {
		this.books = books;
		this.outcome = outcome;
	}

	read(path: string): Promise<Notebook> {
		const cells = this.books[path];
		return cells
			? Promise.resolve({ path, type: 'test-book', dirty: false, version: `v${notebookText(cells).length}`, cells })
			: Promise.reject(new ToolError('E_FILE_NOT_FOUND', `There is no file ${path}.`));
	}

	shown(_notebook: unknown, cells: { from: number; to: number }): Promise<void> {
		this.seen.push(cells);
		return Promise.resolve();
	}

	async change(
		path: string,
		_basis: unknown,
		compute: (present: Notebook) => readonly PlannedCell[],
	): Promise<WrittenNotebook> {
		const present = await this.read(path);
		this.books[path] = compute(present).map(cell => cellOf(cell.source, cell));
		return { path, version: 'new', totalCells: this.books[path].length };
	}

	run(_path: string, request: RunRequest): Promise<NotebookRun> {
		this.asked = request;
		return this.outcome
			? Promise.resolve(this.outcome)
			: Promise.reject(new ToolError('E_NO_KERNEL', 'There is no kernel.'));
	}
}

/** A code cell with this source, and what else the test says. */
export function cellOf(source: string, more: Partial<NotebookCell> = {}): NotebookCell {
	const { kind = 'code', language = 'python' } = more;
	return { ...{ kind, language, source, outputs: [] }, version: `v${source.length}`, ...more };
}

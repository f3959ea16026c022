import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

export type CellKind = 'code' | 'markup';

/** What the user types into a cell, and as what. */
export interface CellText {
	kind: CellKind;
	/** VS Code's id, such as python or markdown. */
	language: string;
	/** Lines end in \n here, whatever the notebook has. */
	source: string;
}

/** A form of an output that is no text for a reader: an image, HTML, data for a widget. */
export interface OutputMedium {
	mime: string;
	bytes: number;
}

export interface CellOutput {
	kind: 'stdout' | 'stderr' | 'error' | 'result';
	/** The output as text, without escape sequences; absent where it has no such form. */
	text?: string;
	/** The other forms of the same output. */
	media: readonly OutputMedium[];
}

export interface NotebookCell extends CellText {
	/** Kept by the format of the notebook, so that it stays when cells move; most formats have none. */
	id?: string;
	/** The same for the same kind, language and source. */
	version: string;
	/** The kernel's count of executions. */
	order?: number;
	/** How the last run ended; absent where the cell has not run in this window, or runs. */
	succeeded?: boolean;
	milliseconds?: number;
	outputs: readonly CellOutput[];
}

/** A notebook as the editor sees it, edits that are not saved included. */
export interface Notebook {
	path: string;
	/** VS Code's name of the format, such as jupyter-notebook. */
	type: string;
	dirty: boolean;
	/** The same for the same cells, whatever their outputs. */
	version: string;
	cells: readonly NotebookCell[];
}

/** A cell of the notebook as it is to be. */
export interface PlannedCell extends CellText {
	/** 1-based number of the cell that it was; absent for a new one. */
	from?: number;
	/** It leaves its place among the others. */
	moved?: boolean;
}

export interface WrittenNotebook {
	path: string;
	version: string;
	totalCells: number;
	/** The change that saving made on top, such as format on save, as a unified diff of the cells. */
	changedOnSave?: string;
}

export interface RunRequest {
	/** 1-based numbers in the order in which they run; all code cells unless given. */
	cells?: readonly number[] | undefined;
	/** Id or label of a kernel; the selected one unless given. */
	kernel?: string | undefined;
	/** After this time the run is stopped. */
	milliseconds: number;
}

export interface RanCell extends NotebookCell {
	number: number;
	/** `stopped`: it was still running when the time was over. `not_run`: the kernel left it out. */
	state: 'succeeded' | 'failed' | 'stopped' | 'not_run';
}

export interface NotebookRun {
	path: string;
	/** The kernel's label, where it is known. */
	kernel?: string;
	/** False when the time was over first. */
	ended: boolean;
	dirty: boolean;
	milliseconds: number;
	cells: readonly RanCell[];
}

/** Documents of cells, in every format that an extension opens as a notebook. */
export interface Notebooks {
	read(path: string, signal: Cancellation): Promise<Notebook>;
	/** Remembers what an agent was shown: what it has seen of a user's unsaved edits, it may write over. */
	shown(
		notebook: Pick<Notebook, 'path' | 'version' | 'cells'>,
		cells: { from: number; to: number },
		agent: string,
	): Promise<void>;
	/**
	 * Changes cells through the editor, all in one step that the user can undo, and saves the notebook. `compute` gets the
	 * present cells and gives all that there are to be, also more than once if the user types meanwhile. Refused when it
	 * would overwrite what the agent has not seen.
	 */
	change(
		path: string,
		basis: { version?: string | undefined },
		compute: (present: Notebook) => readonly PlannedCell[],
		caller: Caller,
	): Promise<WrittenNotebook>;
	/** Shows the notebook, and runs cells with its kernel; stops them when cancelled or when the time is up. */
	run(
		path: string,
		request: RunRequest,
		signal: Cancellation,
		progress: (done: number, total: number) => void,
	): Promise<NotebookRun>;
}

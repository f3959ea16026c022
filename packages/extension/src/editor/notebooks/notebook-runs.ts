import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { NotebookRun, Notebooks, RanCell } from '@hawser/core/ports/notebooks.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { startTimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createFileLocks } from '../documents/file-locks.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { describeCell } from './describe-notebook.ts';
import { ensureKernel } from './kernels.ts';

const EXECUTE = 'notebook.cell.execute';
const CANCEL = 'notebook.cell.cancelExecution';
const SHOW_LIMIT = 20_000;
/** A kernel that is asked to stop ends its cells by then, or does not listen. */
const STOP_LIMIT = 5000;

/** Runs cells as the user would, in the notebook's editor. VS Code has no API for it, only the commands of its buttons. */
export function createNotebookRuns({
	paths,
	open,
}: {
	paths: WorkspacePaths;
	open: OpenNotebooks;
}): Pick<Notebooks, 'run'> {
	const locks = createFileLocks();
	return {
		async run(path, { cells, kernel, milliseconds }, signal, progress) {
			const uri = await paths.resolve(path);
			const shown = paths.show(uri);
			return locks.hold([uri], signal, async () => {
				const document = await open.open(uri, signal);
				const chosen = chooseCells(document, cells);
				if (chosen.length === 0) {
					return { path: shown, ended: true, dirty: document.isDirty, milliseconds: 0, cells: [] };
				}
				await show(document, shown, signal);
				const label = await ensureKernel(document, kernel, shown, signal);
				const started = Date.now();
				const ended = await runCells(document, chosen, { milliseconds, signal, progress });
				return {
					path: shown,
					...(label !== undefined && { kernel: label }),
					ended,
					dirty: document.isDirty,
					milliseconds: Date.now() - started,
					cells: chosen.map(cell => outcomeOf(cell, ended)),
				} satisfies NotebookRun;
			});
		},
	};
}

function chooseCells(
	document: vscode.NotebookDocument,
	numbers: readonly number[] | undefined,
): readonly vscode.NotebookCell[] {
	if (numbers === undefined) {
		return document.getCells().filter(isCode);
	}
	return [...new Set(numbers)].map(number => {
		if (number > document.cellCount) {
			throw new ToolError('E_CELL_NOT_FOUND', `There is no cell ${number}; the notebook has ${document.cellCount}.`);
		}
		const cell = document.cellAt(number - 1);
		if (!isCode(cell)) {
			throw new ToolError('E_INVALID_PARAMS', `Cell ${number} is text, which does not run.`);
		}
		return cell;
	});
}

function isCode({ kind }: vscode.NotebookCell): boolean {
	return kind === vscode.NotebookCellKind.Code;
}

/** The kernel is selected for the notebook in the active editor, and cells run only in an editor. */
async function show(document: vscode.NotebookDocument, path: string, signal: Cancellation): Promise<void> {
	const isActive = () => vscode.window.activeNotebookEditor?.notebook === document;
	const column = vscode.window.visibleNotebookEditors.find(({ notebook }) => notebook === document)?.viewColumn;
	for (const preserveFocus of [true, false]) {
		if (!isActive()) {
			await vscode.window.showNotebookDocument(document, {
				preview: false,
				preserveFocus,
				...(column !== undefined && { viewColumn: column }),
			});
		}
	}
	if (!(await until(vscode.window.onDidChangeActiveNotebookEditor, isActive, { milliseconds: SHOW_LIMIT, signal }))) {
		throw new ToolError('E_NOT_READY', `VS Code did not show ${path}, and runs cells only in its editor.`);
	}
}

interface RunOptions {
	milliseconds: number;
	signal: Cancellation;
	progress: (done: number, total: number) => void;
}

/** True when the cells have ended, false when the time was over and they were stopped. */
async function runCells(
	document: vscode.NotebookDocument,
	cells: readonly vscode.NotebookCell[],
	{ milliseconds, signal, progress }: RunOptions,
): Promise<boolean> {
	const ended = new vscode.EventEmitter<void>();
	const started = new Set<vscode.NotebookCell>();
	let returned = false;
	let failure: unknown;
	const wanted = new Set(cells);
	const watching = vscode.workspace.onDidChangeNotebookDocument(({ notebook, cellChanges }) => {
		if (notebook !== document) {
			return;
		}
		for (const { cell, executionSummary, outputs } of cellChanges) {
			if (wanted.has(cell) && (executionSummary?.executionOrder !== undefined || outputs !== undefined)) {
				started.add(cell);
			}
		}
		progress(cells.filter(hasEnded).length, cells.length);
		ended.fire();
	});
	const argument = { ranges: rangesOf(cells), document: document.uri, autoReveal: false };
	// Clears what the cells say of their last run before the kernel is asked, so an old result is never taken for a new one.
	vscode.commands.executeCommand(EXECUTE, argument).then(
		() => {
			returned = true;
			ended.fire();
		},
		(cause: unknown) => {
			failure = cause;
			ended.fire();
		},
	);
	// A kernel may hand its cells to others and return; those that have begun are waited for.
	const isOver = () =>
		failure !== undefined || (returned && cells.every(cell => hasEnded(cell) || cell.index < 0 || !started.has(cell)));
	const { left } = startTimeLimit(milliseconds, signal);
	try {
		if (!(await until(ended.event, isOver, left()))) {
			await stop(argument, () => until(ended.event, isOver, { milliseconds: STOP_LIMIT, signal }));
			return false;
		}
		if (failure !== undefined) {
			throw new ToolError('E_COMMAND_FAILED', `VS Code did not run the cells: ${messageOf(failure)}`, {
				cause: failure,
			});
		}
		return true;
	} catch (error) {
		if (signal.cancelled) {
			await stop(argument, () => Promise.resolve());
		}
		throw error;
	} finally {
		watching.dispose();
		ended.dispose();
	}
}

async function stop(argument: object, settled: () => Promise<unknown>): Promise<void> {
	void vscode.commands.executeCommand(CANCEL, argument).then(undefined, () => undefined);
	await settled();
}

function hasEnded({ executionSummary }: vscode.NotebookCell): boolean {
	return executionSummary?.success !== undefined || executionSummary?.timing !== undefined;
}

/** Runs of neighbours as one range each: a notebook may have thousands of cells. */
function rangesOf(cells: readonly vscode.NotebookCell[]): { start: number; end: number }[] {
	const ranges: { start: number; end: number }[] = [];
	for (const { index } of cells) {
		const last = ranges.at(-1);
		if (last?.end === index) {
			last.end++;
		} else {
			ranges.push({ start: index, end: index + 1 });
		}
	}
	return ranges;
}

function outcomeOf(cell: vscode.NotebookCell, ended: boolean): RanCell {
	const described = describeCell(cell);
	const { succeeded, order, milliseconds } = described;
	const begun = order !== undefined || milliseconds !== undefined;
	const unfinished = begun || !ended ? 'stopped' : 'not_run';
	return {
		...described,
		number: cell.index + 1,
		state: succeeded === undefined ? unfinished : succeeded ? 'succeeded' : 'failed',
	};
}

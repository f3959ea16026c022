import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Notebook, Notebooks, PlannedCell, WrittenNotebook } from '@hawser/core/ports/notebooks.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { notebookText } from '@hawser/core/text/notebook-text.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';
import * as vscode from 'vscode';
import { textOfNotebook } from '../documents/cell-texts.ts';
import type { WriterDependencies } from '../documents/document-writer.ts';
import { notebookAfter, notebookChange } from '../documents/notebook-change.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import { requireWritable } from '../documents/require-writable.ts';
import { saveNotebook } from '../documents/saved-text.ts';
import { changeOfLines } from '../documents/text-edits.ts';
import { reviewChange } from '../questions/review-change.ts';
import { textVersion } from '../shared/text-version.ts';
import { changesOfCells } from './cell-hunks.ts';
import { describeNotebook } from './describe-notebook.ts';

export interface NotebookWriterDependencies
	extends Pick<WriterDependencies, 'paths' | 'knownVersions' | 'locks' | 'consent' | 'saveConflicts' | 'recorder'> {
	open: OpenNotebooks;
}

/** A change is worked out anew this often when the user types at the same moment. */
const ATTEMPTS = 10;

type Compute = (present: Notebook) => readonly PlannedCell[];

export function createNotebookWriter({
	paths,
	knownVersions,
	locks,
	consent,
	saveConflicts,
	recorder,
	open,
}: NotebookWriterDependencies): Pick<Notebooks, 'change'> {
	return {
		async change(path, basis, compute, caller) {
			const uri = await paths.resolve(path);
			let approved: string | undefined;
			const approve = async () => {
				const present = describeNotebook(await open.open(uri, caller.signal), paths.show(uri));
				const planned = compute(present);
				approved = notebookText(planned);
				// A cell that reads like the head of another could be two cells, or one.
				const counts = { from: present.cells.length, to: planned.length };
				return { before: notebookText(present.cells), after: approved, counts };
			};
			if (caller.review) {
				const { counts, ...texts } = await approve();
				const facts = { uri: uri.toString(), path: paths.show(uri), kind: 'edit', editable: false } as const;
				const note = vscode.l10n.t('{0} cells before, {1} after', counts.from, counts.to);
				const stays = texts.before === texts.after && counts.from === counts.to;
				await reviewChange(stays ? [] : [{ ...facts, ...texts, note }], caller, consent);
			} else {
				await consent.forFiles('change', [uri], caller, async () => {
					const { before, after } = await approve();
					return [
						{ label: vscode.l10n.t('Change'), text: unifiedDiff(before, after, { budget: Number.POSITIVE_INFINITY }) },
					];
				});
			}
			const computeApproved: Compute = present => {
				const planned = compute(present);
				if (approved !== undefined && notebookText(planned) !== approved) {
					throw new ToolError(
						'E_FILE_CHANGED',
						`${present.path} changed while the user was asked; nothing was written.`,
					);
				}
				return planned;
			};
			return locks.hold([uri], caller.signal, () => change(uri, basis.version, computeApproved, caller));
		},
	};

	async function change(
		uri: vscode.Uri,
		version: string | undefined,
		compute: Compute,
		caller: Caller,
	): Promise<WrittenNotebook> {
		const path = paths.show(uri);
		await saveConflicts.settled(uri, caller.signal);
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const document = await open.open(uri, caller.signal);
			const present = describeNotebook(document, path);
			const text = notebookText(present.cells);
			knownVersions.requireSeen(
				caller.agent,
				keyOf(uri),
				{ replaces: 'parts', version },
				{
					...{ path, text, version: present.version },
					...(document.isDirty && { saved: open.savedText(document) }),
				},
			);
			const planned = compute(present);
			const after = notebookText(planned);
			if (after === text && planned.length === present.cells.length) {
				return { path, version: present.version, totalCells: present.cells.length };
			}
			await requireWritable(uri, path);
			const before = document.version;
			const recordedChange = await notebookChange(document);
			const recorded = await recorder.begin([recordedChange], caller);
			// VS Code refuses the edit when the user has changed something since the cells were read.
			if (textOfNotebook(document) === text && (await vscode.workspace.applyEdit(toEdit(document, present, planned)))) {
				knownVersions.wrote(caller.agent, keyOf(uri), textVersion(after), present.version);
				const written = await finish(document, after, path, caller);
				await recorded.made([await notebookAfter(recordedChange)]);
				return written;
			}
			await recorded.dropped();
			if (document.version === before && attempt > 2) {
				throw new ToolError('E_FILE_READ_ONLY', `VS Code does not take changes of ${path}.`);
			}
		}
		throw new ToolError('E_FILE_CHANGED', `${path} changed again and again while it was being written.`);
	}

	async function finish(
		document: vscode.NotebookDocument,
		after: string,
		path: string,
		{ agent, signal }: Caller,
	): Promise<WrittenNotebook> {
		await saveNotebook(document, path, { signal });
		const text = textOfNotebook(document);
		const version = textVersion(text);
		const written = { path, version, totalCells: document.cellCount };
		if (text === after) {
			return written;
		}
		knownVersions.wroteOver(agent, keyOf(document.uri), version);
		return { ...written, changedOnSave: unifiedDiff(after, text) };
	}
}

/** The cells of a notebook are another text than its file, so what an agent knows of the one says nothing of the other. */
export function keyOf(uri: vscode.Uri): string {
	return `cells of ${uri.toString()}`;
}

function toEdit(
	document: vscode.NotebookDocument,
	present: Notebook,
	planned: readonly PlannedCell[],
): vscode.WorkspaceEdit {
	const { hunks, texts } = changesOfCells(present.cells, planned);
	const edit = new vscode.WorkspaceEdit();
	for (const [index, source] of texts) {
		const { edits } = changeOfLines(present.cells[index]?.source ?? '', source);
		edit.set(document.cellAt(index).document.uri, [...edits]);
	}
	const cellEdits = hunks.map(({ from, to, cells }) =>
		vscode.NotebookEdit.replaceCells(
			new vscode.NotebookRange(from, to),
			cells.map(cell => toCellData(document, cell)),
		),
	);
	if (cellEdits.length > 0) {
		edit.set(document.uri, cellEdits);
	}
	return edit;
}

/** A cell that moves or becomes another kind takes along what belongs to it. */
function toCellData(document: vscode.NotebookDocument, planned: PlannedCell): vscode.NotebookCellData {
	const isCode = planned.kind === 'code';
	const kind = isCode ? vscode.NotebookCellKind.Code : vscode.NotebookCellKind.Markup;
	const data = new vscode.NotebookCellData(kind, planned.source, planned.language);
	if (planned.from !== undefined) {
		const { metadata, outputs, executionSummary } = document.cellAt(planned.from - 1);
		data.metadata = metadata;
		if (isCode) {
			data.outputs = [...outputs];
			if (executionSummary) {
				data.executionSummary = executionSummary;
			}
		}
	}
	return data;
}

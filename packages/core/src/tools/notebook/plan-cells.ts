import { ToolError } from '../../errors/tool-error.ts';
import type { CellKind, Notebook, NotebookCell, PlannedCell } from '../../ports/notebooks.ts';
import { matchEdit } from '../../text/match-edits.ts';
import { withNewlines } from '../../text/newlines.ts';
import { shorten } from '../../text/shorten.ts';

export interface CellEdit {
	action: 'replace' | 'insert' | 'delete' | 'move';
	cell?: number | undefined;
	oldText?: string | undefined;
	version?: string | undefined;
	newText?: string | undefined;
	kind?: CellKind | undefined;
	language?: string | undefined;
	to?: number | undefined;
}

export interface CellPlan {
	cells: readonly PlannedCell[];
	/** For each edit the number that its cell has afterwards; undefined for one that is deleted. */
	numbers: readonly (number | undefined)[];
}

/** A cell on its way through the edits. One that was deleted or moved away keeps its place until the end: others refer to it. */
interface Slot extends PlannedCell {
	/** The cell whose number an edit means by this place. */
	place?: number;
	/** The number of the cell after which it was put. */
	after?: number;
	gone?: boolean;
}

interface Mismatch {
	/** 1-based, as the agent counts its edits. */
	edit: number;
	message: string;
}

const MAX_SHOWN = 1000;

/**
 * The cells as they are after the edits. Numbers of cells are those of the present notebook, whatever the edits before have
 * done. All or none: an error tells for each edit that does not fit what the cell holds instead.
 */
export function planCells(notebook: Notebook, edits: readonly CellEdit[]): CellPlan {
	const slots: Slot[] = notebook.cells.map(({ kind, language, source }, index) => ({
		...{ kind, language, source },
		from: index + 1,
		place: index + 1,
	}));
	const mismatches: Mismatch[] = [];
	const touched = edits.map((edit, index): Slot | undefined => {
		const problem = mismatchOf(notebook.cells, edit);
		const outcome = problem ?? applyEdit(slots, edit);
		if (typeof outcome === 'string') {
			mismatches.push({ edit: index + 1, message: outcome });
			return undefined;
		}
		return outcome;
	});
	if (mismatches.length > 0) {
		const reasons = mismatches.map(({ edit, message }) => `Edit ${edit}: ${message}`).join('\n');
		throw new ToolError('E_EDIT_NOT_MATCHED', `Nothing was changed in ${notebook.path}.\n${reasons}`, {
			hint: 'Read the notebook with notebook_read, and give oldText or version as it stands there.',
			details: { edits: mismatches },
		});
	}
	const left = slots.filter(({ gone }) => gone !== true);
	return {
		cells: left.map(({ kind, language, source, from, moved }) => ({
			...{ kind, language, source },
			...(from !== undefined && { from }),
			...(moved === true && { moved }),
		})),
		numbers: touched.map(slot => (slot !== undefined && slot.gone !== true ? left.indexOf(slot) + 1 : undefined)),
	};
}

/** Says why the cell is not the one that the agent means; undefined when it is, or when the edit needs none. */
function mismatchOf(cells: readonly NotebookCell[], edit: CellEdit): string | undefined {
	const { action, cell: number, oldText, version } = edit;
	if (action === 'insert') {
		requirePlace(cells, number ?? cells.length);
		return undefined;
	}
	if (number === undefined || number === 0) {
		throw new ToolError('E_INVALID_PARAMS', `"${action}" needs "cell", the number of a cell; the first is 1.`);
	}
	const cell = requirePlace(cells, number);
	if (version === undefined && oldText === undefined) {
		const also = action === 'replace' ? '"oldText" (a part of the cell)' : '"oldText" (the whole cell)';
		throw new ToolError('E_INVALID_PARAMS', `"${action}" of cell ${number} needs ${also} or the cell's "version".`);
	}
	if (version !== undefined && cell?.version !== version) {
		return notThatCell(cells, number, other => other.version === version);
	}
	const wanted = oldText === undefined ? undefined : withNewlines(oldText);
	if (action !== 'replace' && wanted !== undefined && cell?.source !== wanted) {
		return notThatCell(cells, number, other => other.source === wanted);
	}
	return undefined;
}

/** The cell with that number, or undefined for the place before the first. */
function requirePlace(cells: readonly NotebookCell[], number: number): NotebookCell | undefined {
	if (number > cells.length) {
		throw new ToolError('E_CELL_NOT_FOUND', `There is no cell ${number}; the notebook has ${cells.length}.`, {
			details: { cells: cells.length },
		});
	}
	return cells[number - 1];
}

function notThatCell(
	cells: readonly NotebookCell[],
	number: number,
	isWanted: (cell: NotebookCell) => boolean,
): string {
	const elsewhere = cells.findIndex(isWanted) + 1;
	const where = elsewhere > 0 ? ` What you mean is cell ${elsewhere} now.` : '';
	const cell = cells[number - 1];
	return `cell ${number} has changed.${where} It holds (version ${cell?.version ?? ''}):\n${shorten(cell?.source ?? '', MAX_SHOWN)}`;
}

/** The slot that the edit is about, or why it does not match. */
function applyEdit(slots: Slot[], edit: CellEdit): Slot | string {
	switch (edit.action) {
		case 'insert':
			return insert(slots, edit);
		case 'replace':
			return replace(currentOf(slots, edit), edit);
		case 'delete': {
			const slot = currentOf(slots, edit);
			slot.gone = true;
			return slot;
		}
		case 'move': {
			if (edit.to === undefined) {
				throw new ToolError('E_INVALID_PARAMS', '"move" needs "to", the cell after which it goes; 0 is the top.');
			}
			const slot = currentOf(slots, edit);
			const { kind, language, source, from } = slot;
			slot.gone = true;
			return put(slots, { ...{ kind, language, source, moved: true }, ...(from !== undefined && { from }) }, edit.to);
		}
	}
}

function insert(slots: Slot[], { cell, newText, kind = 'code', language }: CellEdit): Slot {
	if (newText === undefined) {
		throw new ToolError('E_INVALID_PARAMS', '"insert" needs "newText", the text of the new cell.');
	}
	const after = cell ?? Math.max(0, ...slots.map(({ place = 0 }) => place));
	const source = withNewlines(newText);
	return put(slots, { kind, language: language ?? languageFor(slots, kind, after), source }, after);
}

/** Several cells that are put after the same one keep the order in which they were asked for. */
function put(slots: Slot[], slot: Slot, after: number): Slot {
	const anchor = after === 0 ? -1 : slots.findIndex(({ place }) => place === after);
	if (anchor === -1 && after !== 0) {
		throw new ToolError('E_CELL_NOT_FOUND', `There is no cell ${after} to go after.`);
	}
	let at = anchor + 1;
	while (slots[at]?.after === after) {
		at++;
	}
	const added = { ...slot, after };
	slots.splice(at, 0, added);
	return added;
}

function replace(slot: Slot, { oldText, newText, kind, language }: CellEdit): Slot | string {
	if (newText === undefined && kind === undefined && language === undefined) {
		throw new ToolError('E_INVALID_PARAMS', '"replace" needs "newText", or another "kind" or "language".');
	}
	if (newText !== undefined) {
		const matched = replacedText(slot, oldText, newText);
		if (typeof matched !== 'string') {
			return matched.problem;
		}
		slot.source = matched;
	}
	if (kind !== undefined && kind !== slot.kind) {
		slot.kind = kind;
		slot.language = language ?? (kind === 'markup' ? 'markdown' : slot.language);
	}
	slot.language = language ?? slot.language;
	return slot;
}

/** Without oldText, the version has told that the whole cell is known. */
function replacedText({ source }: Slot, oldText: string | undefined, newText: string): string | { problem: string } {
	if (oldText === undefined) {
		return withNewlines(newText);
	}
	if (oldText === '') {
		return source === ''
			? withNewlines(newText)
			: { problem: 'oldText is empty, and the cell is not. Give the text to replace, or the version of the cell.' };
	}
	const matched = matchEdit(source, { oldText, newText });
	return 'reason' in matched ? { problem: matched.message } : matched.text;
}

/** The cell where it stands after the edits before this one. */
function currentOf(slots: readonly Slot[], { cell }: CellEdit): Slot {
	const slot = slots.find(({ from, gone }) => from === cell && gone !== true);
	if (slot === undefined) {
		throw new ToolError('E_INVALID_PARAMS', `Cell ${cell ?? 0} is deleted by an edit before.`);
	}
	return slot;
}

/** A new code cell speaks the language of the code cell before it, or of the next one. */
function languageFor(slots: readonly Slot[], kind: CellKind, after: number): string {
	if (kind === 'markup') {
		return 'markdown';
	}
	const code = slots.filter(slot => slot.kind === 'code');
	const near = code.findLast(({ place = 0 }) => place <= after) ?? code[0];
	if (near === undefined) {
		throw new ToolError('E_INVALID_PARAMS', 'The notebook has no code cell yet: give "language", such as python.');
	}
	return near.language;
}

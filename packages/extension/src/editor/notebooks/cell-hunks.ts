import type { CellText, PlannedCell } from '@hawser/core/ports/notebooks.ts';

/** A change of the list of cells: those from `from` up to `to` make way for others. Counted from 0, `to` is exclusive. */
export interface CellHunk {
	from: number;
	to: number;
	cells: readonly PlannedCell[];
}

export interface CellChanges {
	hunks: readonly CellHunk[];
	/** Cells that stay where they are with another text, by their present index. */
	texts: ReadonlyMap<number, string>;
}

/**
 * The smallest change that leads to the planned cells. A cell whose text alone changes is kept, because its outputs, its
 * breakpoints and the user's cursor belong to it. All indexes are those of the present cells, and no two hunks touch.
 */
export function changesOfCells(present: readonly CellText[], planned: readonly PlannedCell[]): CellChanges {
	const hunks: CellHunk[] = [];
	const texts = new Map<number, string>();
	let next = 0;
	let added: PlannedCell[] = [];
	const close = (to: number) => {
		if (to > next || added.length > 0) {
			hunks.push({ from: next, to, cells: added });
		}
		added = [];
	};
	for (const cell of planned) {
		const index = (cell.from ?? 0) - 1;
		const before = present[index];
		const stays = before && !cell.moved && before.kind === cell.kind && before.language === cell.language;
		if (!stays || index < next) {
			added.push(cell);
			continue;
		}
		if (before.source !== cell.source) {
			texts.set(index, cell.source);
		}
		close(index);
		next = index + 1;
	}
	close(present.length);
	return { hunks, texts };
}

import { z } from 'zod';
import type { PlannedFile } from '../../ports/values/edit-plan.ts';
import { plural } from '../../text/plural.ts';

/** The answer of the tools that put one file in order. */
export const tidiedFile = {
	path: z.string(),
	changed: z.boolean().describe('False when there was nothing to do.'),
	linesChanged: z.int(),
	leftUnsaved: z.literal(true).optional().describe('Not saved: the file had unsaved edits of the user.'),
};

interface TidiedFile {
	path: string;
	changed: boolean;
	linesChanged: number;
	leftUnsaved?: true | undefined;
}

export function renderTidied(
	done: string,
	inOrder: string,
	{ path, changed, linesChanged, leftUnsaved }: TidiedFile,
): string {
	if (!changed) {
		return `${path}: ${inOrder}; nothing changed.`;
	}
	const saved = leftUnsaved ? 'not saved, because the user has unsaved edits' : 'saved';
	return `${path}: ${done}, ${plural(linesChanged, 'line')} touched, ${saved}.`;
}

/** Lines of the old text that the edits touch. */
export function countLines(files: readonly PlannedFile[]): number {
	const touched = new Set(
		files.flatMap(({ path, edits }) =>
			edits.flatMap(({ range: { start, end } }) =>
				Array.from(
					{ length: lastLine(start.line, end) - start.line + 1 },
					(_, index) => `${path}:${start.line + index}`,
				),
			),
		),
	);
	return touched.size;
}

/** A range that ends before the first column of a line does not touch that line. */
function lastLine(first: number, { line, column }: { line: number; column: number }): number {
	return column === 1 && line > first ? line - 1 : line;
}

import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import type { FileDiff } from '../../ports/git.ts';
import { plural } from '../../text/plural.ts';
import { changeLine } from './status-entries.ts';

const fileDiff = z.object({
	path: z.string(),
	change: z.enum(['modified', 'added', 'deleted', 'renamed', 'copied', 'type changed']),
	from: z.string().optional(),
	submodule: z.array(z.string()).optional(),
	added: z.int(),
	removed: z.int(),
	binary: z.boolean().optional(),
	mode: z.string().optional(),
	hunks: z.array(z.object({ line: z.int(), text: z.string() })).optional(),
});

/** The fields in which git_diff and git_show describe changes. */
export const diffFields = {
	totalFiles: z.int(),
	added: z.int().describe('Lines.'),
	removed: z.int().describe('Lines.'),
	files: z.array(fileDiff),
	nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
};

export const diffPaging = {
	context: z.int().min(0).max(100).default(3).describe('Lines around each change.'),
	filesOnly: z.boolean().default(false).describe('Only files and counts; offset counts files.'),
	offset: z.int().nonnegative().default(0).describe('Hunks to skip, to page.'),
};

export interface DiffPage {
	totalFiles: number;
	added: number;
	removed: number;
	files: z.output<typeof fileDiff>[];
	nextOffset?: number | undefined;
}

/** A hunk, or a file that has none, such as a binary or a renamed one. */
interface Piece {
	file: FileDiff;
	hunk?: FileDiff['hunks'][number];
	size: number;
}

export function pageOfDiff(
	files: readonly FileDiff[],
	{ offset, filesOnly, budget }: { offset: number; filesOnly: boolean; budget: number },
): DiffPage {
	const pieces = files.flatMap((file): Piece[] => {
		const head = file.path.length + (file.from?.length ?? 0) + 80;
		return filesOnly || file.hunks.length === 0
			? [{ file, size: head }]
			: file.hunks.map((hunk, index) => ({ file, hunk, size: hunk.text.length + (index === 0 ? head : 0) + 1 }));
	});
	const shown = takeWhileFits(pieces.slice(offset), budget - 500, ({ size }) => size);
	const next = offset + shown.length;
	const byFile = new Map<FileDiff, { line: number; text: string }[]>();
	for (const { file, hunk } of shown) {
		const hunks = byFile.get(file) ?? [];
		byFile.set(file, hunk ? [...hunks, hunk] : hunks);
	}
	return {
		totalFiles: files.length,
		added: files.reduce((sum, file) => sum + file.added, 0),
		removed: files.reduce((sum, file) => sum + file.removed, 0),
		files: [...byFile].map(([{ hunks: _, submodule, ...facts }, hunks]) => ({
			...facts,
			...(submodule && { submodule: [...submodule] }),
			...(hunks.length > 0 && { hunks }),
		})),
		...(next < pieces.length && { nextOffset: next }),
	};
}

export function renderDiff({ totalFiles, added, removed, files, nextOffset }: DiffPage): string {
	const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
	return [
		totalFiles === 0 ? 'No changes.' : `${plural(totalFiles, 'file')}, +${added} −${removed}`,
		...files.flatMap(file => [
			`${changeLine(file)} ${file.binary ? 'binary' : `+${file.added} −${file.removed}`}${file.mode ? ` mode ${file.mode}` : ''}`,
			...(file.hunks ?? []).map(({ text }) => text),
		]),
		...more,
	].join('\n');
}

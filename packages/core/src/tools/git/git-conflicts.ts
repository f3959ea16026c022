import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { countOf, lineRange, plural } from '../../text/plural.ts';
import { conflictOf, type FileConflict } from './file-conflict.ts';
import { repository } from './repository-parameter.ts';

const side = z.enum(['modified', 'added', 'deleted', 'absent']);
const LINE_SHOWN = 300;

const piece = z.object({
	piece: z.int().describe('Number for git_resolve.'),
	startLine: z.int().describe('Line of the first marker.'),
	endLine: z.int(),
	ours: z.string(),
	theirs: z.string(),
	base: z.string().optional().describe('What both started from; it may reach a little further than the piece.'),
	oursName: z.string(),
	theirsName: z.string(),
	unclear: z.boolean().optional().describe('Where the sides end is not certain; resolve it with "text".'),
});

const conflictFile = z.object({
	path: z.string(),
	ours: side.describe('What the present branch did to the file.'),
	theirs: side,
	version: z.string().optional().describe('For git_resolve.'),
	totalPieces: z.int(),
	pieces: z.array(piece),
	unsaved: z.boolean().optional(),
	whole: z.boolean().optional().describe('Only a whole side can be taken: no pieces, because binary or deleted.'),
});

export const gitConflicts = defineTool({
	name: 'git_conflicts',
	title: 'Conflicts',
	searchHint: 'merge conflict conflicts rebase markers',
	description:
		'Lists the files in conflict, and the pieces in which the sides contradict each other: ours, theirs and what both started from. From the text of the editor, unsaved edits included.',
	whenToUse: 'Use it after a pull, merge, rebase or stash stopped at conflicts; git_resolve then takes each piece.',
	effect: 'reads',
	needs: ['git', 'documents'],
	plainText: true,
	budget: 20_000,
	narrowBy: ['path'],

	example: {},

	input: z.strictObject({
		path: path.optional().describe('Only this file.'),
		offset: z.int().nonnegative().default(0).describe('Pieces to skip, to page.'),
		repository,
	}),

	output: z.object({
		total: z.int().describe('Files in conflict.'),
		totalPieces: z.int(),
		operation: z.string().optional().describe('What stopped, such as a merge or rebase.'),
		files: z.array(conflictFile),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ path: only, offset, repository: where }, { git, documents }, { signal, budget }) {
		const statuses = await git.status({ path: only ?? where, ignored: false }, signal);
		const all = statuses.flatMap(({ conflicts }) => conflicts);
		const operation = statuses.find(({ conflicts }) => conflicts.length > 0)?.operation?.kind;
		const shownPath =
			only === undefined
				? undefined
				: await documents.read(only, signal).then(
						({ path: named }) => named,
						() => only,
					);
		const wanted = shownPath === undefined ? all : all.filter(file => file.path === shownPath);
		const conflicts: FileConflict[] = [];
		for (const { path: file } of wanted) {
			conflicts.push(await conflictOf(file, { git, documents }, signal));
		}
		const entries = conflicts.flatMap(file =>
			file.pieces.length === 0 ? [{ file }] : file.pieces.map((_, index) => ({ file, index })),
		);
		const sized = entries.slice(offset).map(({ file, index }: { file: FileConflict; index?: number }) => {
			const shown = index === undefined ? undefined : describePiece(file, index);
			return { file, shown, size: (shown ? JSON.stringify(shown).length : 0) + file.path.length + 150 };
		});
		const page = takeWhileFits(sized, budget - 500, ({ size }) => size);
		const next = offset + page.length;
		return {
			total: wanted.length,
			totalPieces: conflicts.reduce((sum, { pieces }) => sum + pieces.length, 0),
			...(operation !== undefined && { operation }),
			files: [...new Set(page.map(({ file }) => file))].map(file => ({
				path: file.path,
				ours: file.ours,
				theirs: file.theirs,
				...(file.version !== undefined && { version: file.version }),
				...(file.unsaved && { unsaved: true }),
				...(file.whole && { whole: true }),
				totalPieces: file.pieces.length,
				pieces: page.filter(entry => entry.file === file).flatMap(({ shown }) => shown ?? []),
			})),
			...(next < entries.length && { nextOffset: next }),
		};
	},

	render({ total, totalPieces, operation, files, nextOffset }) {
		if (total === 0) {
			return ['Nothing is in conflict.'];
		}
		const stopped = operation === undefined ? '' : `; a ${operation} is unfinished`;
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const blocks = files.map(file => [headOf(file), ...file.pieces.map(renderPiece)].join('\n'));
		return [
			[`${countOf(total, 'file')} in conflict, ${plural(totalPieces, 'piece')}${stopped}`, ...blocks, ...more].join(
				'\n\n',
			),
		];
	},
});

function describePiece(file: FileConflict, index: number): z.output<typeof piece> | undefined {
	const found = file.pieces[index];
	if (found === undefined) {
		return undefined;
	}
	const base = file.baseOf(index);
	const text = (lines: readonly string[]) => lines.map(line => line.slice(0, LINE_SHOWN)).join('\n');
	return {
		piece: index + 1,
		startLine: found.startLine,
		endLine: found.endLine,
		ours: text(found.ours),
		theirs: text(found.theirs),
		...(base !== undefined && { base: text(base) }),
		oursName: found.oursName,
		theirsName: found.theirsName,
		...(found.unclear && { unclear: true }),
	};
}

function headOf({
	path: file,
	ours,
	theirs,
	version,
	totalPieces,
	unsaved,
	whole,
}: z.output<typeof conflictFile>): string {
	const marks = [
		whole && 'take a whole side: "ours" or "theirs"',
		!whole && totalPieces === 0 && !unsaved && 'no piece is left: git_stage marks it as resolved',
		!whole &&
			totalPieces === 0 &&
			unsaved &&
			'no piece in the editor; the file on disk may have some: ask the user to save or revert it',
		unsaved && 'unsaved edits',
		version !== undefined && `version ${version}`,
	].filter(Boolean);
	return `${file} (${ours} here, ${theirs} there)${marks.length > 0 ? `: ${marks.join('; ')}` : ''}`;
}

function renderPiece(shown: z.output<typeof piece>): string {
	const part = (name: string, text: string) => [`--- ${name}`, ...(text === '' ? ['(nothing)'] : [text])];
	return [
		`Piece ${shown.piece}, ${lineRange(shown.startLine, shown.endLine)}${shown.unclear ? ' (where the sides end is not certain)' : ''}`,
		...part(`ours: ${shown.oursName}`, shown.ours),
		...(shown.base === undefined ? [] : part('base', shown.base)),
		...part(`theirs: ${shown.theirsName}`, shown.theirs),
	].join('\n');
}

import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Files } from '../../ports/files.ts';
import type { Git } from '../../ports/git.ts';
import type { Caller } from '../../ports/values/caller.ts';
import { type ConflictPiece, findConflicts, resolvePieces } from '../../text/conflict-pieces.ts';
import { plural } from '../../text/plural.ts';
import { conflictOf, type FileConflict } from './file-conflict.ts';

const take = z.enum(['ours', 'theirs', 'both', 'base', 'text']);

const choice = z.strictObject({
	piece: z.int().positive().describe('Number, from git_conflicts.'),
	take: take.describe('both: ours, then theirs; text: the text given.'),
	text: z.string().optional().describe('Lines instead of the piece, without markers.'),
});

export const gitResolve = defineTool({
	name: 'git_resolve',
	title: 'Resolve conflicts',
	searchHint: 'merge conflict resolve ours theirs',
	description:
		'Resolves a file in conflict, piece by piece or wholly with one side; saves it, and stages it when no piece is left.',
	whenToUse: 'Use it after git_conflicts. Then go on with git_sync and action "continue", or git_commit.',
	effect: 'edits',
	needs: ['git', 'documents', 'files'],
	asksUser: { path: 'path' },
	timeout: 120_000,

	example: { path: 'src/cart.ts', pieces: [{ piece: 1, take: 'ours' }] },

	input: z.strictObject({
		path,
		pieces: z.array(choice).max(500).optional().describe('The others stay in conflict.'),
		side: z.enum(['ours', 'theirs']).optional().describe('Instead of pieces: for the whole file.'),
		version: z.string().optional().describe('From git_conflicts: fail if the file changed since.'),
		stage: z.boolean().default(true).describe('Stage the file when no piece is left.'),
	}),

	output: z.object({
		path: z.string(),
		resolved: z.int(),
		left: z.int().describe('Pieces that are still in conflict.'),
		staged: z.boolean(),
		deleted: z.boolean().optional(),
		version: z.string().optional(),
		conflictsLeft: z.array(z.string()).optional().describe('Other files of the repository that are in conflict.'),
	}),

	async run({ path: file, pieces, side, version, stage }, { git, documents, files }, call) {
		if ((pieces === undefined || pieces.length === 0) === (side === undefined)) {
			throw new ToolError('E_INVALID_PARAMS', 'Give "pieces" or "side", one of the two.');
		}
		const conflict = await conflictOf(file, { git, documents }, call.signal);
		const { path: name } = conflict;
		const done =
			conflict.pieces.length === 0
				? await wholly(conflict, side, { git, files, documents }, call)
				: await byPieces(conflict, { pieces, side, version }, documents, call);
		const staged = stage && done.left === 0;
		const status = staged ? await git.stage({ paths: [file], unstage: false }, call.signal) : [];
		const others = status.flatMap(({ conflicts }) => conflicts.map(({ path: other }) => other));
		return {
			path: name,
			...done,
			staged,
			...(others.length > 0 && { conflictsLeft: others.slice(0, 50) }),
		};
	},

	render({ path: file, resolved, left, staged, deleted, conflictsLeft }) {
		const what = deleted ? `Deleted ${file}` : `Resolved ${plural(resolved, 'piece')} of ${file}`;
		const rest = left > 0 ? `; ${plural(left, 'piece')} left` : staged ? ', and staged it' : ', and left it unstaged';
		const others =
			conflictsLeft === undefined
				? staged
					? ['No other file is in conflict.']
					: []
				: [`Still in conflict: ${conflictsLeft.join(', ')}`];
		return [[`${what}${rest}.`, ...others].join('\n')];
	},
});

interface Done {
	resolved: number;
	left: number;
	deleted?: true;
	version?: string;
}

async function byPieces(
	conflict: FileConflict,
	{
		pieces,
		side,
		version,
	}: {
		pieces?: z.output<typeof choice>[] | undefined;
		side?: 'ours' | 'theirs' | undefined;
		version?: string | undefined;
	},
	documents: Documents,
	caller: Caller,
): Promise<Done> {
	const count = conflict.pieces.length;
	if (version !== undefined && version !== conflict.version) {
		throw new ToolError('E_FILE_CHANGED', `${conflict.path} has changed since git_conflicts gave version ${version}.`, {
			hint: 'Call git_conflicts again: the pieces may have other numbers now.',
		});
	}
	const choices =
		pieces ?? conflict.pieces.map((_, index) => ({ piece: index + 1, take: side ?? 'ours', text: undefined }));
	const replacements = new Map<number, readonly string[]>();
	for (const wanted of choices) {
		if (replacements.has(wanted.piece - 1)) {
			throw new ToolError('E_INVALID_PARAMS', `Piece ${wanted.piece} is given twice.`);
		}
		replacements.set(wanted.piece - 1, linesFor(conflict, wanted));
	}
	let left = count;
	const written = await documents.change(
		conflict.path,
		// The pieces are counted in the text that was read here; in another one the same number may be another piece.
		{ replaces: 'parts', version: conflict.version },
		present => {
			const text = resolvePieces(present.text, conflict.pieces, replacements);
			left = findConflicts(text).length;
			return text;
		},
		caller,
	);
	return { resolved: replacements.size, left, version: written.version };
}

function linesFor(
	conflict: FileConflict,
	{ piece: number, take: what, text }: z.output<typeof choice>,
): readonly string[] {
	const piece: ConflictPiece | undefined = conflict.pieces[number - 1];
	if (piece === undefined) {
		throw new ToolError(
			'E_PIECE_NOT_FOUND',
			`${conflict.path} has ${plural(conflict.pieces.length, 'piece')}, and no piece ${number}.`,
		);
	}
	if (what === 'text') {
		if (text === undefined) {
			throw new ToolError('E_INVALID_PARAMS', `For piece ${number}, "text" is missing.`);
		}
		return text === '' ? [] : text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
	}
	if (piece.unclear) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			`Piece ${number} has lines that look like markers, so its sides are not certain.`,
			{
				hint: 'Give the lines yourself with take "text".',
			},
		);
	}
	if (what === 'base') {
		const base = conflict.baseOf(number - 1);
		// A base that reaches further than the piece would bring lines in twice.
		if (piece.base === undefined || base === undefined) {
			throw new ToolError('E_INVALID_PARAMS', `Where the base of piece ${number} begins and ends is not certain.`, {
				hint: 'Give the lines yourself with take "text".',
			});
		}
		return base;
	}
	return what === 'both' ? [...piece.ours, ...piece.theirs] : piece[what];
}

/** A file without pieces: it is not text, a side deleted it, or its pieces are resolved already. */
async function wholly(
	conflict: FileConflict,
	side: 'ours' | 'theirs' | undefined,
	{ git, files, documents }: { git: Git; files: Files; documents: Documents },
	caller: Caller,
): Promise<Done> {
	const { path: file, whole } = conflict;
	if (side === undefined || !whole) {
		throw new ToolError('E_PIECE_NOT_FOUND', `${file} has no pieces that are in conflict.`, {
			hint: whole
				? 'Take a whole side with "side".'
				: conflict.unsaved
					? 'It has unsaved edits, and the file on disk may be in conflict still: ask the user to save or revert it.'
					: 'If it is right as it is, stage it with git_stage.',
		});
	}
	if (conflict[side] === 'deleted' || conflict[side] === 'absent') {
		if (await documents.exists(file)) {
			await files.remove(file, { recursive: false }, caller);
		}
		return { resolved: 1, left: 0, deleted: true };
	}
	const other = side === 'ours' ? conflict.theirs : conflict.ours;
	// Where the other side deleted the file, git has left this side's text in place, perhaps with edits of the user since.
	if (!((other === 'deleted' || other === 'absent') && (await documents.exists(file)))) {
		await git.takeSide({ path: file, side }, caller.signal);
	}
	return { resolved: 1, left: 0 };
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git } from '@hawser/core/ports/git.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { ConflictSides } from '@hawser/core/ports/values/git-exchange.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import { CONFLICT_MARKER } from '@hawser/core/text/conflict-pieces.ts';
import { gitFailure } from '../git-failure.ts';
import type { GitWorkspace } from '../git-workspace.ts';
import type { Repositories, Repository } from '../repositories.ts';
import { retryWhileLocked } from '../retry-while-locked.ts';
import type { StatusReader } from '../status-reader.ts';
import type { Subjects } from '../subjects.ts';
import { refuseUnsaved } from './unsaved-changes.ts';

/** git takes a file with a zero in its first bytes for binary. */
const BYTES_LOOKED_AT = 8_000;
/** A larger text is not merged again only to show what both sides started from. */
const MAX_MERGED = 2 * 1024 * 1024;

interface Stage {
	mode: string;
	hash: string;
}

/** Reads the three versions that git keeps of a file in conflict, and puts one of them in the working tree. */
export function createConflictSides(
	workspace: GitWorkspace,
	{ run }: Repositories,
	{ reader, subjects }: { reader: StatusReader; subjects: Subjects },
): Pick<Git, 'conflictSides' | 'takeSide'> {
	async function stagesOf(repository: Repository, below: string, signal: Cancellation): Promise<Map<string, Stage>> {
		const { stdout } = await run(repository, ['ls-files', '--unmerged', '-z', '--', below], { signal });
		const rows = stdout.toString('utf8').split('\0').filter(Boolean);
		return new Map(
			rows.flatMap(row => {
				const [, mode = '', hash = '', stage = '', path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]*)$/.exec(row) ?? [];
				return path === below ? [[stage, { mode, hash }] as const] : [];
			}),
		);
	}

	async function blob(repository: Repository, stage: Stage | undefined, signal: Cancellation) {
		if (!stage?.mode.startsWith('100')) {
			return undefined;
		}
		const { code, stdout } = await run(repository, ['cat-file', 'blob', stage.hash], { signal });
		return code === 0 ? stdout : undefined;
	}

	/** The merge as git made it, but with markers that no text contains and with what both sides started from. */
	async function merged(repository: Repository, sides: readonly Buffer[], signal: Cancellation) {
		if (sides.reduce((sum, side) => sum + side.length, 0) > MAX_MERGED) {
			return undefined;
		}
		const folder = await mkdtemp(join(tmpdir(), 'hawser-merge-'));
		try {
			const files = await Promise.all(
				sides.map(async (side, index) => {
					const file = join(folder, String(index));
					await writeFile(file, side, { mode: 0o600 });
					return file;
				}),
			);
			const args = ['merge-file', '--stdout', '--diff3', `--marker-size=${CONFLICT_MARKER}`, '--', ...files];
			const { code, stdout } = await run(repository, args, { signal });
			// The code is the number of conflicts; above 127 it is a failure.
			return code >= 0 && code <= 127 ? stdout.toString('utf8') : undefined;
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}

	async function located(path: string, signal: Cancellation) {
		const { repository, below } = await subjects.file(path, signal);
		const shown = subjects.show(repository, below);
		const { conflicts } = await reader.read(repository, { ignored: false }, signal);
		const conflict = conflicts.find(file => file.path === shown);
		if (conflict === undefined) {
			throw new ToolError('E_PIECE_NOT_FOUND', `${shown} is not in conflict.`);
		}
		return { repository, below, conflict, stages: await stagesOf(repository, below, signal) };
	}

	return {
		async conflictSides({ path }, signal) {
			const { repository, conflict, stages } = await located(path, signal);
			const [base, ours, theirs] = await Promise.all(
				['1', '2', '3'].map(stage => blob(repository, stages.get(stage), signal)),
			);
			const texts = [base, ours, theirs].filter(side => side !== undefined);
			const binary =
				texts.some(side => side.subarray(0, BYTES_LOOKED_AT).includes(0)) ||
				[...stages.values()].some(({ mode }) => !mode.startsWith('100'));
			const sides: ConflictSides = { ...conflict, binary };
			if (binary) {
				return sides;
			}
			const withBase =
				ours !== undefined && theirs !== undefined
					? await merged(repository, [ours, base ?? Buffer.alloc(0), theirs], signal)
					: undefined;
			return {
				...sides,
				...(ours !== undefined && { oursText: ours.toString('utf8') }),
				...(theirs !== undefined && { theirsText: theirs.toString('utf8') }),
				...(withBase !== undefined && base !== undefined && { mergedWithBase: withBase }),
			};
		},

		async takeSide({ path, side }, signal) {
			const { repository, below, conflict, stages } = await located(path, signal);
			const rule = protectionOf(below);
			const stage = stages.get(side === 'ours' ? '2' : '3');
			if (rule !== undefined || !stage?.mode.startsWith('100')) {
				throw new ToolError('E_GIT_FAILED', `${conflict.path} cannot be taken from one side here.`, {
					hint: 'Ask the user to resolve it: it is protected, a link, a submodule, or not there on that side.',
				});
			}
			refuseUnsaved(workspace, [conflict.path]);
			const present = await run(repository, ['hash-object', `--path=${below}`, '--', below], { signal });
			const known = [...stages.values()].map(({ hash }) => hash);
			if (present.code === 0 && !known.includes(present.stdout.toString('utf8').trim())) {
				throw new ToolError(
					'E_WOULD_LOSE_WORK',
					`${conflict.path} was changed since, and is neither side's any more.`,
					{
						hint: 'Stage it with git_stage if it is right as it is.',
					},
				);
			}
			const outcome = await retryWhileLocked(
				() => run(repository, ['checkout', `--${side}`, '--', below], { signal, effect: 'edits' }),
				signal,
			);
			if (outcome.code !== 0) {
				throw gitFailure(outcome, `${conflict.path} was not taken from ${side}`);
			}
		},
	};
}

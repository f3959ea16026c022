import { readFile } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Git } from '@hawser/core/ports/git.ts';
import { gitFailure, lacksObjects } from './git-failure.ts';
import type { GitWorkspace } from './git-workspace.ts';
import { parseBlame } from './parse-blame.ts';
import { resolveCommit } from './refs.ts';
import type { Repositories } from './repositories.ts';
import type { Subjects } from './subjects.ts';

/** More lines than one answer holds; asking for all of a long file would take git long. */
const MAX_LINES = 1_000;

export function createFileHistory(
	workspace: GitWorkspace,
	{ run }: Repositories,
	subjects: Subjects,
): Pick<Git, 'fileAt' | 'blame'> {
	const fileAt: Git['fileAt'] = async ({ path, ref }, signal) => {
		const { repository, below } = await subjects.file(path, signal);
		const hash = await resolveCommit(run, repository, ref, signal);
		const outcome = await run(repository, ['cat-file', 'blob', `${hash}:${below}`], { signal });
		if (lacksObjects(outcome.stderr)) {
			throw gitFailure(outcome, 'git cat-file failed');
		}
		if (outcome.code !== 0) {
			throw new ToolError('E_FILE_NOT_FOUND', `"${path}" is not a file of the commit ${ref}.`, {
				hint: 'Call git_log with this path to see when it was there.',
			});
		}
		if (outcome.stdout.subarray(0, 8_000).includes(0)) {
			throw new ToolError('E_FILE_BINARY', `"${path}" is not text at ${ref}.`);
		}
		return { path: subjects.show(repository, below), hash, text: outcome.stdout.toString('utf8') };
	};

	return {
		fileAt,
		async blame({ path, ref, startLine, endLine = Number.MAX_SAFE_INTEGER }, signal) {
			const { repository, file, below } = await subjects.file(path, signal);
			const edited = ref === undefined ? workspace.unsaved().find(document => document.path === file)?.text : undefined;
			const text =
				edited ?? (ref === undefined ? await onDisk(file, path) : (await fileAt({ path, ref }, signal)).text);
			const totalLines = countLines(text);
			const facts = { path: workspace.show(file), totalLines, unsaved: edited !== undefined };
			if (totalLines === 0) {
				return { ...facts, runs: [] };
			}
			if (startLine > totalLines) {
				throw new ToolError('E_INVALID_LINE', `${path} has ${totalLines} lines; line ${startLine} is past its end.`);
			}
			const last = Math.min(endLine, totalLines, startLine + MAX_LINES - 1);
			const commit = ref === undefined ? [] : [await resolveCommit(run, repository, ref, signal)];
			const contents = edited === undefined ? [] : ['--contents', '-'];
			const args = ['blame', '--porcelain', '--no-textconv', '-L', `${startLine},${last}`, ...contents, ...commit];
			const outcome = await run(repository, [...args, '--', below], {
				signal,
				...(edited !== undefined && { stdin: edited }),
			});
			if (outcome.code !== 0) {
				const unknown = /no such path|no such ref: HEAD/i.test(outcome.stderr);
				throw unknown
					? new ToolError('E_FILE_NOT_FOUND', `"${path}" has never been committed.`, {
							hint: 'Nothing in it has a history yet.',
						})
					: gitFailure(outcome, 'git blame failed');
			}
			return { ...facts, runs: parseBlame(outcome.stdout.toString('utf8')) };
		},
	};
}

async function onDisk(file: string, path: string): Promise<string> {
	return readFile(file, 'utf8').catch((cause: unknown) => {
		throw new ToolError('E_FILE_NOT_FOUND', `There is no file "${path}".`, { cause });
	});
}

function countLines(text: string): number {
	return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

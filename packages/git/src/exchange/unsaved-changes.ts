import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import type { GitWorkspace } from '../git-workspace.ts';
import type { Repository, RunIn } from '../repositories.ts';

/** Paths in which two commits differ, as agents see them. */
export async function changedBetween(
	{ run, show }: { run: RunIn; show: (path: string) => string },
	repository: Repository,
	[from, to]: readonly [string, string],
	signal: Cancellation,
): Promise<readonly string[]> {
	const args = ['diff', '--name-only', '--no-renames', '--no-ext-diff', '-z', from, to, '--'];
	const { stdout } = await run(repository, args, { signal });
	const paths = stdout.toString('utf8').split('\0').filter(Boolean);
	return paths.map(below => show(join(repository.root, below)));
}

/** Throws when a file that git is about to write has edits in the editor, which would then stand against another text. */
export function refuseUnsaved(workspace: Pick<GitWorkspace, 'unsaved' | 'show'>, changing: readonly string[]): void {
	const unsaved = new Set(workspace.unsaved().map(({ path }) => workspace.show(path)));
	const files = changing.filter(file => unsaved.has(file));
	if (files.length > 0) {
		throw new ToolError('E_FILE_DIRTY', `These files have unsaved edits and would change: ${summarize(files, 20)}.`, {
			hint: 'Ask the user to save or discard their edits first.',
			details: { files },
		});
	}
}

/** The files that git names when it refuses to overwrite them: each on a line of its own, after a tab. */
export function overwrittenFiles(
	stderr: string,
	{ root }: Pick<Repository, 'root'>,
	show: (path: string) => string,
): readonly string[] | undefined {
	if (!/would be overwritten/i.test(stderr)) {
		return undefined;
	}
	return stderr
		.split('\n')
		.filter(line => line.startsWith('\t'))
		.map(line => show(join(root, line.trim())));
}

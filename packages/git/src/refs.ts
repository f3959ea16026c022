import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { Repository, RunIn } from './repositories.ts';

/** The hash of the commit that a branch, tag or expression names. What comes back is safe to hand to git. */
export async function resolveCommit(
	run: RunIn,
	repository: Repository,
	ref: string,
	signal: Cancellation,
): Promise<string> {
	refuseOption(ref);
	const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
	const { code, stdout } = await run(repository, args, { signal });
	const hash = stdout.toString('utf8').trim();
	if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(hash)) {
		throw new ToolError('E_REF_NOT_FOUND', `The repository has no commit, branch or tag "${ref}".`);
	}
	return hash;
}

/** git takes what begins with a dash for an option, and no name of a ref begins so. */
export function refuseOption(ref: string): void {
	if (ref.startsWith('-') || /[\0\n\r]/.test(ref)) {
		throw new ToolError('E_REF_NOT_FOUND', `"${ref}" cannot be the name of a commit, branch or tag.`);
	}
}

/** `a..b` and `a...b`; an open end is HEAD. */
export function splitRange(ref: string): { from: string; to: string; sinceFork: boolean } | undefined {
	const dots = /\.{2,3}/.exec(ref);
	if (dots === null) {
		return undefined;
	}
	const from = ref.slice(0, dots.index);
	const to = ref.slice(dots.index + dots[0].length);
	return { from: from || 'HEAD', to: to || 'HEAD', sinceFork: dots[0] === '...' };
}

export async function mergeBase(
	run: RunIn,
	repository: Repository,
	hashes: readonly [string, string],
	signal: Cancellation,
): Promise<string> {
	const { code, stdout } = await run(repository, ['merge-base', ...hashes], { signal });
	if (code !== 0) {
		throw new ToolError('E_REF_NOT_FOUND', 'The two have no commit in common.', { hint: 'Compare them with "a..b".' });
	}
	return stdout.toString('utf8').trim();
}

/** Throws unless git would take it as the name of a branch. */
export async function checkBranchName(
	run: RunIn,
	repository: Repository,
	name: string,
	signal: Cancellation,
): Promise<void> {
	const { code, stdout } = name.startsWith('-')
		? { code: 1, stdout: '' }
		: await run(repository, ['check-ref-format', '--branch', name], { signal });
	// It also expands "@{-1}"; a name is taken as it is, or not at all.
	if (code !== 0 || stdout.toString().trim() !== name) {
		throw new ToolError('E_INVALID_PARAMS', `"${name}" cannot be the name of a branch.`, {
			hint: 'Use letters, digits, "-", "_", "." and "/"; no spaces, no "..", and no dash at the start.',
		});
	}
}

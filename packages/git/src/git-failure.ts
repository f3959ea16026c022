import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { GitOutcome } from './run-git.ts';

const WORDS_SHOWN = 3_000;

/** git's own words as an error, with the code that tells an agent what to do. */
export function gitFailure(
	{ stderr, transcript }: Pick<GitOutcome, 'stderr' | 'transcript'>,
	doing: string,
): ToolError {
	const words = endOf(stderr || transcript || 'it gives no reason');
	if (/not a git repository/i.test(words)) {
		return new ToolError('E_NO_REPOSITORY', `${doing}: ${words}`);
	}
	if (/dubious ownership/i.test(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: ${words}`, {
			hint: 'The folder belongs to another user. Ask the user to add it to safe.directory.',
		});
	}
	if (lacksObjects(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: ${words}`, {
			hint: 'This is a partial clone, and reading fetches nothing. Ask the user to run "git fetch --refetch", or the git command itself in a terminal.',
		});
	}
	if (/index\.lock|\.lock': File exists/i.test(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: ${words}`, {
			hint: 'Another git process is at work in this repository. Call again in a moment.',
		});
	}
	if (/Please tell me who you are|unable to auto-detect email/i.test(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: git does not know who commits.`, {
			hint: 'Ask the user to set user.name and user.email with git config.',
		});
	}
	if (
		/unmerged|unresolved conflict|needs merge|you need to resolve|in the middle of|cannot switch branch while/i.test(
			words,
		)
	) {
		return new ToolError('E_CONFLICTS', `${doing}: ${words}`);
	}
	return new ToolError('E_GIT_FAILED', `${doing}: ${words}`);
}

/** True when git would have had to fetch objects that a partial clone left out. */
export function lacksObjects(words: string): boolean {
	return /promisor remote|lazy fetching disabled|transport '[^']*' not allowed/i.test(words);
}

/** The end: the reason comes last. */
export function endOf(words: string): string {
	return words.length <= WORDS_SHOWN ? words : `…${words.slice(-WORDS_SHOWN)}`;
}

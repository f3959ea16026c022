import { ToolError } from '@hawser/core/contract/errors.ts';
import type { GitOutcome } from './run-git.ts';

const WORDS_SHOWN = 3_000;

/** git's own words as an error, with the code that tells an agent what to do. */
export function gitFailure(
	{ stderr, transcript }: Pick<GitOutcome, 'stderr' | 'transcript'>,
	doing: string,
): ToolError {
	const words = shorten(stderr || transcript || 'it gives no reason');
	if (/not a git repository/i.test(words)) {
		return new ToolError('E_NO_REPOSITORY', `${doing}: ${words}`);
	}
	if (/dubious ownership/i.test(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: ${words}`, {
			hint: 'The folder belongs to another user. Ask the person to add it to safe.directory.',
		});
	}
	if (/index\.lock|\.lock': File exists/i.test(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: ${words}`, {
			hint: 'Another git process is at work in this repository. Call again in a moment.',
		});
	}
	if (/Please tell me who you are|unable to auto-detect email/i.test(words)) {
		return new ToolError('E_GIT_FAILED', `${doing}: git does not know who commits.`, {
			hint: 'Ask the person to set user.name and user.email with git config.',
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

/** The end: the reason comes last. */
export function shorten(words: string): string {
	return words.length <= WORDS_SHOWN ? words : `…${words.slice(-WORDS_SHOWN)}`;
}

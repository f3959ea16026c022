import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { endOf, gitFailure } from '../git-failure.ts';
import type { GitOutcome } from '../run-git.ts';
import { withoutProgress } from './progress-lines.ts';

type Words = Pick<GitOutcome, 'stderr' | 'transcript'>;

/** A failure to reach another repository, with the step that only the user or only the agent can take. */
export function remoteFailure({ stderr, transcript }: Words, doing: string, remote: string): ToolError {
	const words = endOf(withoutProgress(stderr || transcript));
	if (/host key verification failed|host key .* has changed/i.test(words)) {
		return new ToolError('E_REMOTE_LOGIN', `${doing}: ssh does not know the host of "${remote}". ${words}`, {
			hint: 'Ask the user to connect to the host once in a terminal and to check its key there.',
		});
	}
	if (
		/could not read (username|password)|authentication failed|permission denied|terminal prompts disabled|invalid (username|credentials)|access denied|error: 40[13]\b|no supported authentication/i.test(
			words,
		)
	) {
		return new ToolError('E_REMOTE_LOGIN', `${doing}: "${remote}" wants a login that git does not have. ${words}`);
	}
	if (
		/could not resolve|connection (refused|timed out|reset|closed)|network is unreachable|no route to host|unable to access|operation (too slow|timed out)|could not read from remote|does not appear to be a git repository|repository .*not found|hung up|early EOF|unable to connect|no such device/i.test(
			words,
		)
	) {
		return new ToolError('E_REMOTE_UNREACHABLE', `${doing}: "${remote}" cannot be reached. ${words}`);
	}
	return gitFailure({ stderr: words, transcript: words }, doing);
}

/** Why the other side did not take a push; its table of refs is on the standard output. */
export function pushFailure(outcome: GitOutcome, { remote, hook }: { remote: string; hook: boolean }): ToolError {
	const table = outcome.stdout.toString('utf8');
	if (/\[rejected\] \((fetch first|non-fast-forward|needs force|stale info)\)/.test(table)) {
		return new ToolError('E_NON_FAST_FORWARD', `"${remote}" has commits that this branch lacks; nothing was pushed.`);
	}
	const words = endOf(withoutProgress(outcome.stderr)) || 'nothing';
	if (/\[(remote )?rejected\]|\[remote failure\]/.test(table)) {
		const reason = /\[[a-z ]+\] \((.*)\)/.exec(table)?.[1] ?? 'no reason';
		return new ToolError('E_PUSH_REFUSED', `"${remote}" refused the push: ${reason}. It printed:\n${words}`, {
			details: { output: words },
		});
	}
	const failure = remoteFailure(outcome, 'Nothing was pushed', remote);
	if (failure.code === 'E_GIT_FAILED' && hook) {
		return new ToolError('E_PUSH_REFUSED', `The hook pre-push refused the push. It printed:\n${words}`, {
			details: { output: words },
		});
	}
	return failure;
}

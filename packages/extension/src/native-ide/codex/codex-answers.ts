import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import type { SessionParts } from '../shared/session-parts.ts';
import { ideContext } from './codex-messages.ts';

/** What this window answers Codex, whichever window was asked. */
export interface CodexAnswers {
	/** What the user has before them; undefined when Codex gets nothing here. */
	context(workspaceRoot: string): Promise<object | undefined>;
	dispose(): void;
}

/** Codex connects anew for every prompt. It counts as connected for as long as a user may think before the next. */
const PRESENT_FOR = 10 * 60_000;
/** Milliseconds. Codex waits five seconds. */
const LIMIT = 3000;
const CONNECTION = 'codex-ide-context';

export function createCodexAnswers(
	{ connections, context }: Pick<SessionParts, 'connections' | 'context'>,
	isServed: () => boolean,
): CodexAnswers {
	let present = false;
	let timer: NodeJS.Timeout | undefined;

	function leave(): void {
		clearTimeout(timer);
		if (present) {
			present = false;
			connections.ended(CONNECTION);
		}
	}

	/** False when the user has sent it away. */
	function isWelcome(): boolean {
		const claim = present ? {} : { name: 'codex-tui' };
		if (!present) {
			present = true;
			connections.add({ id: CONNECTION, protocol: 'codex', close: leave });
		}
		connections.introduced(CONNECTION, claim);
		clearTimeout(timer);
		timer = setTimeout(leave, PRESENT_FOR).unref();
		return present;
	}

	return {
		async context(workspaceRoot) {
			if (!isServed() || !isWelcome()) {
				return undefined;
			}
			const followed = context();
			await resultWithin(followed.ready, { milliseconds: LIMIT, signal: NEVER_CANCELLED });
			return ideContext(followed.current, workspaceRoot);
		},
		dispose: leave,
	};
}

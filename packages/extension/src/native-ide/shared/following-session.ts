import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import type { EditorContext, UserContext } from './editor-context.ts';
import type { IdeConnection } from './ide-connections.ts';
import { createMcpSession, type IdeTool } from './mcp-session.ts';
import type { SessionParts } from './session-parts.ts';
import type { ShownDiffs } from './shown-diffs.ts';
import type { IdeSession } from './streamable-http.ts';

interface FollowingSession {
	connection: IdeConnection;
	tools: readonly IdeTool[];
	context: EditorContext;
	diffs: ShownDiffs;
	/** Tells the agent where the user is. */
	tell(current: UserContext): void;
	/** What is known of the agent beside its own words. */
	claim?: Partial<AgentClaim>;
}

/** A conversation over HTTP with an agent that is told where the user is, from the moment it listens until it goes. */
export function createFollowingSession(
	{ version, connections }: SessionParts,
	{ connection, tools, context, diffs, tell, claim: known }: FollowingSession,
): IdeSession {
	let over = false;
	const following = context.onDidChange(tell);
	const session = createMcpSession({
		version,
		tools,
		introduced: claim => connections.introduced(connection.id, { ...claim, ...known }),
		initialized: () => undefined,
	});
	connections.add(connection);
	return {
		answer: session.answer,
		listening() {
			void context.ready.then(() => {
				if (!over) {
					tell(context.current);
				}
			});
		},
		close() {
			over = true;
			following.dispose();
			session.close();
			void diffs.withdrawAll();
			connections.ended(connection.id);
		},
	};
}

import { type AgentClaim, readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { recordOf } from '@hawser/core/data/plain-data.ts';
import { CONNECTED_PATH } from '@hawser/link/ask-window.ts';
import { sendJson, sendRefusal } from '../http/refusal.ts';
import type { Route } from '../http/window-server.ts';

/** An agent that has said who it is. */
export type AgentGreeted = (agent: { connection: string; client: AgentClaim }) => void;

const MAX_CONNECTION = 100;

/** `hawser mcp` says here which agent has started it: what that agent writes counts from then on, not from its first call. */
export function connectedRoute(greeted: AgentGreeted): Route {
	return {
		path: CONNECTED_PATH,
		methods: ['POST'],
		answer({ response, body, common }) {
			const { agent, client } = recordOf(body);
			const claim = readAgentClaim(client);
			if (typeof agent !== 'string' || agent === '' || agent.length > MAX_CONNECTION || claim === undefined) {
				const message = 'The body must be a JSON object with "agent" (a string) and "client" (with a "name").';
				sendRefusal(response, CONNECTED_PATH, { status: 400, code: 'E_INVALID_REQUEST', message });
				return;
			}
			greeted({ connection: agent, client: claim });
			sendJson(response, 200, { ok: true }, common);
		},
	};
}

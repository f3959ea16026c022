import { isAbsolute } from 'node:path';
import { readAgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { recordOf } from '@hawser/core/data/plain-data.ts';
import { WRITTEN_PATH } from '@hawser/link/ask-window.ts';
import { sendJson, sendRefusal } from '../http/refusal.ts';
import type { Route } from '../http/window-server.ts';

/** Files of one request; a hook is run for each. */
const MAX_FILES = 20;

/** Agents' hooks say here what the agents have written. The answer comes at once, because the agent is waiting. */
export function writtenRoute(wrote: (file: string, client: string) => Promise<void>): Route {
	return {
		path: WRITTEN_PATH,
		methods: ['POST'],
		async answer({ response, body, common }) {
			const { client, files } = recordOf(body);
			const name = typeof client === 'string' ? readAgentClaim(client)?.name : undefined;
			if (name === undefined || !isListOfPaths(files)) {
				const message =
					'The body must be a JSON object with "client" (a string) and "files" (a list of absolute paths).';
				sendRefusal(response, WRITTEN_PATH, { status: 400, code: 'E_INVALID_REQUEST', message });
				return;
			}
			for (const file of files) {
				await wrote(file, name);
			}
			sendJson(response, 200, { ok: true }, common);
		},
	};
}

function isListOfPaths(value: unknown): value is readonly string[] {
	return (
		Array.isArray(value) &&
		value.length <= MAX_FILES &&
		value.every(path => typeof path === 'string' && isAbsolute(path) && !path.includes('\0'))
	);
}

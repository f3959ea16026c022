import type { Server } from 'node:http';
import { assignPort } from '@hawser/link/assign-port.ts';
import { stopListening } from '@hawser/link/listen-on-loopback.ts';
import { lazy } from '@hawser/node/lazy.ts';
import { createIdeServer } from './shared/ide-server.ts';
import type { NativeAgentName } from './shared/native-agents.ts';
import { isSecret } from './shared/secrets.ts';
import type { SessionParts } from './shared/session-parts.ts';

/** The server of this window for the agents that come over the loopback address. */
export interface AgentServer {
	/** The port; the same for a project as long as it is free. */
	listen(projectRoot: string): Promise<number>;
	stop(): void;
}

/** Apart from those that windows begin with, so that the port of a project does not depend on whether this is on. */
const PORTS = { kind: 'range', first: 53_001, last: 65_535 } as const;

export function createAgentServer(
	home: string,
	parts: SessionParts,
	tokenOf: (agent: NativeAgentName) => string | undefined,
): AgentServer {
	let open: { server: Server; port: number } | undefined;
	const bearer = (agent: NativeAgentName) => {
		const token = tokenOf(agent);
		return token === undefined ? [] : [`Bearer ${token}`];
	};
	const claudeSockets = lazy(async () => {
		const { createClaudeSockets } = await import('./claude/claude-sockets.ts');
		return createClaudeSockets(parts);
	});
	const companions = lazy(async () => {
		const { createCompanionHttp } = await import('./companions/companion-http.ts');
		return createCompanionHttp(parts, ({ headers }) =>
			bearer('qwen').some(expected => isSecret(headers.authorization, expected)) ? 'qwen' : 'gemini',
		);
	});
	const create = () =>
		createIdeServer({
			sockets: {
				header: 'x-claude-code-ide-authorization',
				token: () => tokenOf('claude'),
				accept: (request, socket, head) =>
					void claudeSockets().then(
						sockets => sockets.accept(request, socket, head),
						() => socket.destroy(),
					),
			},
			requests: {
				path: '/mcp',
				authorizations: () => [...bearer('gemini'), ...bearer('qwen')],
				answer: (request, response) =>
					void companions().then(
						served => served.answer(request, response),
						() => response.destroy(),
					),
			},
		});
	return {
		async listen(projectRoot) {
			if (!open) {
				const server = create();
				const key = `native-ide:${projectRoot}`;
				open = { server, port: await assignPort(server, { home, policy: PORTS, projectRoot: key }) };
			}
			return open.port;
		},
		stop() {
			void companions.ifLoaded()?.then(served => served.closeAll());
			if (open) {
				stopListening(open.server);
				open = undefined;
			}
		},
	};
}

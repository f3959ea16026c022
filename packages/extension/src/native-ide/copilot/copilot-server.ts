import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discoveryFolders, removeStaleFiles } from '@hawser/agent-config/discovery-files.ts';
import { lazy } from '@hawser/node/lazy.ts';
import { CONNECTION_LIMITS, limitConnections, serverTimes } from '../../surfaces/http/connection-limits.ts';
import { createDiscoveryFile } from '../shared/discovery-file.ts';
import { isSecret } from '../shared/secrets.ts';
import type { SessionParts } from '../shared/session-parts.ts';
import { type HeldSocket, holdSocket } from '../shared/socket-server.ts';
import type { StreamableHttp } from '../shared/streamable-http.ts';

/** What Copilot CLI finds this window by: a lock, and a socket that it names. */
export interface CopilotServer {
	keep(facts: { folders: readonly string[]; ideName: string; token: string; isTrusted: boolean }): Promise<void>;
	/** At once, as a window that closes does. */
	leave(): void;
}

/** The longest name of a socket on every system, less the number that may be added. */
const MAX_SOCKET_PATH = 90;

export function createCopilotServer(home: string, parts: SessionParts): CopilotServer {
	const lock = createDiscoveryFile();
	let open: { server: Server; path: string; held: HeldSocket } | undefined;
	let expected = '';
	const http = lazy(async (): Promise<StreamableHttp> => {
		const { createCopilotHttp } = await import('./copilot-http.ts');
		return createCopilotHttp(parts);
	});

	function create(): Server {
		const server = createServer({ ...serverTimes(CONNECTION_LIMITS) }, (request, response) => {
			const { authorization, origin } = request.headers;
			const status = !isSecret(authorization, expected) ? 401 : origin !== undefined ? 403 : undefined;
			if (status !== undefined || request.url?.split('?', 1)[0] !== '/mcp') {
				request.resume();
				response.writeHead(status ?? 404, { connection: 'close', 'content-length': 0 }).end();
				return;
			}
			admit(request.socket);
			http().then(
				served => served.answer(request, response),
				() => response.destroy(),
			);
		});
		const { admit } = limitConnections(server, CONNECTION_LIMITS);
		return server;
	}

	async function listen(folder: string): Promise<string> {
		if (open) {
			return open.path;
		}
		// The same after a reload. Another window with the same folder takes the second name.
		for (const name of [socketName(folder), socketName(`${folder}\0${process.pid}`)]) {
			const server = create();
			const path = socketPath(home, name);
			const held = await holdSocket(server, path, { home });
			if (held) {
				open = { server, path, held };
				return path;
			}
		}
		throw new Error('No socket is free.');
	}

	return {
		async keep({ folders, ideName, token, isTrusted }) {
			const [folder = ''] = folders;
			expected = `Nonce ${token}`;
			const path = await listen(folder);
			const locks = copilotLockFolder();
			removeStaleFiles(locks);
			await lock.write(join(locks, `hawser-${socketName(path)}.lock`), {
				socketPath: path,
				scheme: process.platform === 'win32' ? 'pipe' : 'unix',
				headers: { Authorization: expected },
				pid: process.pid,
				timestamp: STARTED_AT,
				workspaceFolders: folders,
				ideName,
				isTrusted,
			});
		},
		leave() {
			lock.remove();
			expected = '';
			if (open) {
				open.held.release();
				open.server.closeAllConnections();
				open = undefined;
			}
			void http.ifLoaded()?.then(served => served.closeAll());
		},
	};
}

const STARTED_AT = Date.now();

export function copilotLockFolder(): string {
	return discoveryFolders().copilot;
}

function socketName(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function socketPath(home: string, name: string): string {
	if (process.platform === 'win32') {
		return `\\\\.\\pipe\\hawser-ide-${name}`;
	}
	const path = join(home, 'ide', `${name}.sock`);
	return path.length <= MAX_SOCKET_PATH
		? path
		: join(tmpdir(), `hawser-ide-${process.getuid?.() ?? 0}`, `${name}.sock`);
}

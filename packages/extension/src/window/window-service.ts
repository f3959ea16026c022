import type { Server } from 'node:http';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { assignPort } from '@hawser/link/assign-port.ts';
import { ensureHome } from '@hawser/link/home.ts';
import { stopListening } from '@hawser/link/listen-on-loopback.ts';
import type { ParsedPortPolicy } from '@hawser/link/port-policy.ts';
import { newToken, projectTokens } from '@hawser/link/project-tokens.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { SIGN_OF_LIFE, showLife } from '@hawser/link/window-life.ts';
import { removeWindowEntry, sweepHome, writeWindowEntry } from '@hawser/link/window-registry.ts';
import type { ServerState, ServiceState } from './server-state.ts';

/** The part of the registry's entry that describes the window. */
export type WindowDescription = Pick<
	WindowEntry,
	| 'folders'
	| 'workspaceFile'
	| 'files'
	| 'app'
	| 'version'
	| 'remote'
	| 'trusted'
	| 'toolsets'
	| 'dynamicTools'
	| 'chat'
>;

export interface ServiceOptions {
	home: string;
	windowId: string;
	startedAt: number;
	/** Set by the service alone. */
	state: ServerState;
	describe: () => WindowDescription;
	portPolicy: () => ParsedPortPolicy;
	/** A server that does not listen yet and takes requests with the token that the function gives. */
	createServer: (token: () => string) => Server;
	/** Called for a failure that does not stop the server, such as a write to the registry. */
	onFailure: (cause: unknown) => void;
}

/** The window's presence on this machine: server, port, token and entry in the registry, which come and go together. */
export interface WindowService {
	readonly state: ServiceState;
	start(): Promise<void>;
	stop(): Promise<void>;
	/** Writes the entry anew after folders or toolsets have changed. */
	refresh(): Promise<void>;
	renewToken(): Promise<void>;
	/** The part of stopping that must not wait: an extension host that ends does not finish promises. */
	leaveAtOnce(): void;
}

export function createWindowService(options: ServiceOptions): WindowService {
	const { home, windowId, state } = options;
	const tokens = projectTokens(home);
	let server: Server | undefined;
	let signs: NodeJS.Timeout | undefined;
	// Start and stop may be asked for in quick succession; each waits for the one before.
	let queue: Promise<void> = Promise.resolve();

	const writeEntry = async (port: number, token: string): Promise<void> => {
		const { startedAt } = options;
		await writeWindowEntry(home, {
			id: windowId,
			pid: process.pid,
			parent: process.ppid,
			port,
			token,
			...options.describe(),
			startedAt,
			seenAt: Date.now(),
		});
	};

	const start = async (): Promise<void> => {
		if (server) {
			return;
		}
		const parsed = options.portPolicy();
		if ('off' in parsed) {
			state.set({ kind: 'stopped', byPort: true });
			return;
		}
		state.set({ kind: 'starting' });
		try {
			if ('problem' in parsed) {
				throw new Error(`The setting hawser.port is wrong: ${parsed.problem}`);
			}
			ensureHome(home);
			const [projectRoot] = options.describe().folders;
			const token = projectRoot === undefined ? newToken() : await tokens.get(projectRoot);
			const starting = options.createServer(() => state.address?.token ?? token);
			const port = await assignPort(starting, { home, policy: parsed.policy, projectRoot });
			server = starting;
			showLife(home, windowId);
			signs = setInterval(() => showLife(home, windowId), SIGN_OF_LIFE).unref();
			await writeEntry(port, token);
			state.set({ kind: 'running', port, token });
			sweep();
		} catch (cause) {
			closeServer();
			state.set({ kind: 'failed', reason: explain(cause) });
		}
	};

	/** Runs after this window is registered: a program that waits for a dead window must find one of the two. */
	const sweep = () => {
		try {
			sweepHome(home);
		} catch (cause) {
			options.onFailure(cause);
		}
	};

	const closeServer = () => {
		clearInterval(signs);
		// Calls under way must fail now: their callers are waiting, and nobody will answer them.
		if (server) {
			stopListening(server);
		}
		server = undefined;
	};

	const leaveAtOnce = () => {
		removeWindowEntry(home, windowId);
		closeServer();
	};

	// A step that fails must not keep the next ones from running.
	const enqueue = (step: () => Promise<void> | void): Promise<void> =>
		(queue = queue.then(step).catch(options.onFailure));

	return {
		get state() {
			return state.current;
		},
		start: () => enqueue(start),
		stop: () =>
			enqueue(() => {
				leaveAtOnce();
				state.set({ kind: 'stopped' });
			}),
		refresh: () =>
			enqueue(async () => {
				if (state.address) {
					await writeEntry(state.address.port, state.address.token);
				}
			}),
		renewToken: () =>
			enqueue(async () => {
				if (state.address) {
					const { port } = state.address;
					const [projectRoot] = options.describe().folders;
					const token = projectRoot === undefined ? newToken() : await tokens.renew(projectRoot);
					await writeEntry(port, token);
					state.set({ kind: 'running', port, token });
				}
			}),
		leaveAtOnce,
	};
}

function explain(cause: unknown): string {
	if (isToolError(cause)) {
		return `${cause.message} ${cause.hint}`;
	}
	return messageOf(cause);
}

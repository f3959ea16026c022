import { type FSWatcher, lstatSync, rmSync, watch, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	CODEX_SOCKET,
	discoveryFolders,
	markedFiles,
	removeStaleFiles,
	socketIdentity,
} from '@hawser/agent-config/discovery-files.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import * as vscode from 'vscode';
import { CONNECTION_LIMITS, limitConnections } from '../../surfaces/http/connection-limits.ts';
import { createDiscoveryFile, missingFolders } from '../shared/discovery-file.ts';
import {
	type HeldSocket,
	holdSocket,
	isAnswered,
	isAnsweredByThisUser,
	isPipe,
	PIPE,
} from '../shared/socket-server.ts';
import { serveCodex } from './codex-connection.ts';

/** Who answers on the socket of Codex. */
export type CodexHolder = 'this_window' | 'other_window' | 'other_program';

/**
 * The socket on which Codex asks. There is one for all programs of the user, so one window has it and asks the others; when that window
 * goes, another takes it. It is left to any other program that has it or wants it.
 */
export interface CodexSocket extends vscode.Disposable {
	/** Takes the socket if nobody has it, and from now on whenever nobody has it. */
	keep(): Promise<CodexHolder>;
	/** At once, as a window that closes does. */
	leave(): void;
	/** The answer of `keep` would be another now. */
	readonly onDidChange: vscode.Event<void>;
}

/** Milliseconds between two looks whether the window that has the socket was killed. */
const LOOK = 5000;
/** The same after an event in the folder. */
const QUIET = 100;
/** Milliseconds for which the socket is left alone after a program of OpenAI came for it: it tries again itself. */
const STEP_ASIDE = 60_000;

const LIMITS = { ...CONNECTION_LIMITS, maxStrangers: 32, maxConnections: 64 };

export function createCodexSocket(
	home: string,
	context: (workspaceRoot: string) => Promise<object | undefined>,
): CodexSocket {
	const changed = new vscode.EventEmitter<void>();
	const mark = createDiscoveryFile();
	const connections = new Set<Socket>();
	let held: HeldSocket | undefined;
	let holder: CodexHolder | undefined;
	let wanted = false;
	let timer: NodeJS.Timeout | undefined;
	let watcher: FSWatcher | undefined;
	let queue: Promise<unknown> = Promise.resolve();

	function create() {
		const server = createServer(socket => {
			connections.add(socket);
			socket.once('close', () => connections.delete(socket));
			serveCodex(socket, { context, foreigner: stepAside });
		});
		limitConnections(server, LIMITS);
		return server;
	}

	function release(): void {
		held?.release();
		held = undefined;
		connections.forEach(socket => socket.destroy());
		mark.remove();
	}

	const aside = join(home, 'ide', 'codex-aside');

	/** For all windows, so that none of them takes what this one gives away. */
	function stepAside(): void {
		writeFileSync(aside, '', { mode: 0o600 });
		// What was just answered is still to be sent.
		setImmediate(() => {
			release();
			lookAgain(QUIET);
		});
	}

	async function look(): Promise<CodexHolder> {
		const path = codexSocketPath();
		if (held?.isHeld() === true) {
			return 'this_window';
		}
		release();
		if (isRecent(aside)) {
			if (await isAnswered(path)) {
				rmSync(aside, { force: true });
			}
			return 'other_program';
		}
		if (await isLegacyAnswered()) {
			return 'other_program';
		}
		const folder = discoveryFolders().codex;
		const made = missingFolders(folder);
		held = await holdSocket(create(), path, {
			home,
			sign: async socket => {
				await mark.write(join(folder, `hawser-${process.pid}.json`), { socket }, made);
				removeStaleFiles(folder);
			},
		});
		if (!held) {
			return isOfWindow(path) ? 'other_window' : 'other_program';
		}
		rmSync(aside, { force: true });
		if (!wanted) {
			release();
		}
		return 'this_window';
	}

	function follow(): void {
		try {
			watcher = watch(discoveryFolders().codex, () => lookAgain(QUIET));
			watcher.on('error', unfollow);
		} catch {
			// It is looked at every few seconds.
		}
	}

	function unfollow(): void {
		watcher?.close();
		watcher = undefined;
	}

	function lookAgain(after: number): void {
		clearTimeout(timer);
		if (wanted) {
			timer = setTimeout(() => void check(), after).unref();
		}
	}

	async function check(): Promise<void> {
		const before = holder;
		await keep().catch(() => undefined);
		if (wanted && holder !== before) {
			changed.fire();
		}
	}

	function keep(): Promise<CodexHolder> {
		wanted = true;
		const looked = queue.then(look).then(found => (holder = found));
		queue = looked
			.catch(() => (holder = undefined))
			.then(() => {
				// The folder may have been made anew.
				unfollow();
				if (wanted) {
					follow();
					lookAgain(LOOK);
				}
			});
		return looked;
	}

	function leave(): void {
		wanted = false;
		holder = undefined;
		clearTimeout(timer);
		unfollow();
		release();
	}

	return {
		keep,
		leave,
		onDidChange: changed.event,
		dispose() {
			leave();
			changed.dispose();
		},
	};
}

function isRecent(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < STEP_ASIDE;
}

/** The window that has the socket says so in a file beside it. */
function isOfWindow(path: string): boolean {
	const identity = isPipe(path) ? PIPE : socketIdentity(path);
	return markedFiles(discoveryFolders().codex).some(
		({ socket, host }) => socket !== undefined && socket === identity && (socket !== PIPE || isProcessAlive(host)),
	);
}

function codexSocketPath(): string {
	return process.platform === 'win32' ? '\\\\.\\pipe\\codex-ipc' : join(discoveryFolders().codex, CODEX_SOCKET);
}

/** Codex asks there only where nobody answers at the first place, so whoever is there would not be asked any more. */
async function isLegacyAnswered(): Promise<boolean> {
	if (process.platform === 'win32') {
		return false;
	}
	const folder = join(tmpdir(), 'codex-ipc');
	const uid = process.getuid?.() ?? 0;
	const names = uid === 0 ? ['ipc.sock', 'ipc-0.sock'] : [`ipc-${uid}.sock`];
	const answers = await Promise.all(names.map(name => isAnsweredByThisUser(join(folder, name))));
	return answers.includes(true);
}

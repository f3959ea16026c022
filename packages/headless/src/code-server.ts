import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '@hawser/core/data/message-of.ts';
import type { InstalledEditor } from './install/install-editor.ts';
import { ServerLog } from './server-log.ts';
import { withDeadline } from './shared/deadline.ts';
import { HeadlessError } from './shared/errors.ts';

const GUARD = join(import.meta.dirname, '../recipe/editor/guard.js');

/** Seconds an extension host outlives a page that vanished; VS Code's own three hours would outlive every test. */
const RECONNECTION_SECONDS = 3;

const EXTENSION_LIMIT_MS = 3 * 60_000;

export interface ServerFolders {
	userData: string;
	extensions: string;
	log: string;
}

export interface CodeServer {
	process: ChildProcess;
	pid: number;
	/** Such as http://127.0.0.1:41234, without a slash at the end. */
	url: string;
	log: ServerLog;
}

export interface StartOptions {
	program: InstalledEditor;
	folders: ServerFolders;
	environment: Record<string, string>;
	extraArguments: readonly string[];
	/** Without one, every user of the machine could open a terminal as this one: loopback belongs to all of them. */
	password: string;
	limitMs: number;
}

/** Starts code-server on a free port of 127.0.0.1 and waits until it answers. */
export async function startCodeServer(options: StartOptions): Promise<CodeServer> {
	const { program, folders, environment, extraArguments, limitMs } = options;
	const parameters = [
		...[GUARD, String(process.pid), program.entry],
		...folderArguments(folders),
		...['--auth', 'password'],
		...['--bind-addr', '127.0.0.1:0'],
		...(program.version.hasReconnectionGraceTime ? ['--reconnection-grace-time', String(RECONNECTION_SECONDS)] : []),
		'--disable-telemetry',
		'--disable-update-check',
		'--disable-getting-started-override',
		...extraArguments,
	];
	const log = new ServerLog(folders.log);
	const child = spawn(program.node, parameters, {
		// code-server takes it out of its environment at once, so no extension or terminal inherits it. Given the password
		// itself it would compute a slow hash at every request of a window, for longer than all else that it does.
		env: { ...environment, HASHED_PASSWORD: createHash('sha256').update(options.password).digest('hex') },
		stdio: ['ignore', 'pipe', 'pipe'],
		// A process group of its own: Ctrl-C in a terminal shall reach us only, so that extensions can say goodbye.
		detached: true,
	});
	const listening = new Promise<string>((resolve, reject) => {
		child.on('error', cause => {
			reject(new HeadlessError('E_SERVER_FAILED', `code-server could not be started: ${cause.message}`, { cause }));
		});
		child.on('close', (exitCode, signal) => {
			const how = signal ?? `exit code ${exitCode ?? 'unknown'}`;
			reject(new HeadlessError('E_SERVER_FAILED', `code-server ended (${how}).\n${log.tail()}`));
		});
		log.onLine(line => {
			const url = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
			if (url !== undefined) {
				resolve(url);
			}
		});
	});
	log.read(child.stdout);
	log.read(child.stderr);
	try {
		const url = await withDeadline(listening, limitMs, () => `code-server did not begin to listen.\n${log.tail()}`);
		if (child.pid === undefined) {
			throw new HeadlessError('E_SERVER_FAILED', 'code-server has no process id.');
		}
		return { process: child, pid: child.pid, url, log };
	} catch (cause) {
		child.kill('SIGKILL');
		throw cause;
	}
}

/** Ends code-server as a user would, by SIGTERM, and by force if that takes too long. */
export async function endCodeServer({ process: child }: CodeServer, limitMs: number): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) {
		return;
	}
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	const force = setTimeout(() => child.kill('SIGKILL'), limitMs);
	await ended;
	clearTimeout(force);
}

/** Installs a VSIX into the folders of a launch; works without network. */
export async function installVsix(
	vsix: string,
	{ program, folders, environment }: Pick<StartOptions, 'program' | 'folders' | 'environment'>,
): Promise<void> {
	const parameters = [program.entry, ...folderArguments(folders), '--install-extension', resolve(vsix), '--force'];
	await promisify(execFile)(program.node, parameters, { env: environment, timeout: EXTENSION_LIMIT_MS }).catch(
		(cause: unknown) => {
			const said = messageOf(cause);
			throw new HeadlessError('E_EXTENSION_INSTALL', `${vsix} could not be installed.\n${said}`, { cause });
		},
	);
}

function folderArguments({ userData, extensions }: ServerFolders): string[] {
	return ['--user-data-dir', userData, '--extensions-dir', extensions];
}

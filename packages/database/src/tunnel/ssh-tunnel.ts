import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { runWithin } from '@hawser/core/waiting/deadline.ts';
import { firstExecutable, onPath } from '@hawser/node/find-program.ts';
import { startTimer } from '@hawser/node/start-timer.ts';
import { type DatabaseAddress, DEFAULT_PORTS, type SshServer } from '../discovery/found-database.ts';

export interface Tunnel {
	/** On this machine alone. */
	port: number;
	/** Called once, when ssh has ended, whoever ended it. */
	onEnded(listener: () => void): void;
	close(): void;
}

/** Milliseconds for everything up to the forwarded port, over servers on the way too. */
const TIMEOUT = 20_000;
const MAX_WORDS_OF_SSH = 64_000;

/**
 * Starts the system's own `ssh`, with the user's keys, agent, known hosts and configuration, and forwards one port. It asks nothing
 * (BatchMode), talks to no server whose key is unknown, and ends when the port cannot be forwarded. That ssh itself listens on the port,
 * and not somebody who was faster, is said by ssh.
 */
export async function openTunnel(address: DatabaseAddress, ssh: SshServer, signal: Cancellation): Promise<Tunnel> {
	const program = await firstExecutable(onPath('ssh'));
	if (program === undefined) {
		const hint = 'Tell the user: the program ssh has to be installed for databases behind SSH.';
		throw new ToolError('E_DATABASE_UNREACHABLE', 'There is no program ssh.', { hint });
	}
	const port = await freePort();
	const child = spawn(program, [...sshArguments(address, ssh, port)], {
		stdio: ['ignore', 'ignore', 'pipe'],
		shell: false,
		windowsHide: true,
		env: { ...process.env, SSH_ASKPASS_REQUIRE: 'never' },
	});
	const kill = () => void child.kill();
	process.once('exit', kill);
	child.once('exit', () => process.off('exit', kill));
	const expired = (): never => {
		throw new ToolError('E_DATABASE_UNREACHABLE', `SSH to ${ssh.host} gave no answer within ${TIMEOUT / 1000} s.`);
	};
	const cancelled = () => new ToolError('E_CANCELLED', 'The query was cancelled while its tunnel was opened.');
	const deadline = { startTimer, milliseconds: TIMEOUT, expired, cancelled };
	try {
		await runWithin<unknown>(deadline, signal, () => listening(child, ssh, port));
	} catch (cause) {
		kill();
		throw cause;
	}
	return {
		port,
		onEnded: listener => {
			if (child.exitCode === null && child.signalCode === null) {
				child.once('exit', listener);
			} else {
				listener();
			}
		},
		close: kill,
	};
}

export function sshArguments(address: DatabaseAddress, ssh: SshServer, localPort: number): readonly string[] {
	const { host = 'localhost', port = DEFAULT_PORTS[address.engine] } = address;
	const options = [
		'BatchMode=yes',
		'StrictHostKeyChecking=yes',
		'ExitOnForwardFailure=yes',
		'ConnectTimeout=15',
		'ServerAliveInterval=15',
		'ServerAliveCountMax=3',
		'ForwardAgent=no',
		'ForwardX11=no',
		'PermitLocalCommand=no',
		'RemoteCommand=none',
		'RequestTTY=no',
		'ControlMaster=no',
		'ControlPath=none',
		// The lines that say who listens are among these.
		'LogLevel=DEBUG1',
	];
	const target = host.includes(':') ? `[${host}]` : host;
	return [
		'-N',
		...options.flatMap(option => ['-o', option]),
		'-L',
		`127.0.0.1:${localPort}:${target}:${port}`,
		...(ssh.port === undefined ? [] : ['-p', String(ssh.port)]),
		...(ssh.user === undefined ? [] : ['-l', ssh.user]),
		...(ssh.privateKey === undefined ? [] : ['-i', atHome(ssh.privateKey)]),
		...(ssh.jump === undefined ? [] : ['-J', ssh.jump]),
		'--',
		ssh.host,
	];
}

function atHome(path: string): string {
	return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}

const READY = 'Entering interactive session.';

/** Waits until ssh says that it listens; fails with its last words when it ends before. */
function listening(child: ChildProcess, ssh: SshServer, port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		let said = '';
		child.stderr?.setEncoding('utf8');
		child.stderr?.on('data', (text: string) => {
			said = (said + text).slice(-MAX_WORDS_OF_SSH);
			// The first is said before it listens, the second after; a port that is taken ends ssh between the two.
			if (said.includes(`Local forwarding listening on 127.0.0.1 port ${port}.`) && said.includes(READY)) {
				said = '';
				resolve();
			}
		});
		child.once('error', cause => {
			reject(new ToolError('E_DATABASE_UNREACHABLE', `ssh cannot be started: ${cause.message}`));
		});
		child.once('close', () => {
			const words = said
				.split(/\r?\n/)
				.filter(line => line.trim() !== '' && !/^(?:debug\d|OpenSSH_|Authenticated to)/.test(line));
			const hint = /Host key verification failed|No .* host key is known/.test(said)
				? `Tell the user: they can connect once with "ssh ${ssh.host}" and check the key of the server.`
				: `Tell the user: "ssh ${ssh.host}" has to work without a question (a key, or an SSH agent).`;
			const why = words.slice(-3).join(' ').slice(0, 500) || 'it ended without a word';
			reject(new ToolError('E_DATABASE_UNREACHABLE', `SSH to ${ssh.host} failed: ${why}`, { hint }));
		});
	});
}

/** A port that nobody listens on now. If another takes it meanwhile, ssh says so and ends. */
async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : 0;
}

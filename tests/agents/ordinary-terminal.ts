import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A terminal that is none of the editor: its programs do not descend from the editor, and know nothing of it. */
export interface OrdinaryTerminal {
	type(text: string): Promise<void>;
	/** What is on its screen. */
	screen(): Promise<string>;
	end(): Promise<void>;
}

const run = promisify(execFile);

/** In tmux, because agents ask a terminal what it can do and wait for its answers; it runs under a name of its own. */
export async function openOrdinaryTerminal(options: {
	cwd: string;
	env: Record<string, string>;
	command: readonly string[];
}): Promise<OrdinaryTerminal> {
	const server = `hawser-agents-${process.pid}-${Math.random().toString(36).slice(2)}`;
	const tmux = (...args: readonly string[]) => run('tmux', ['-L', server, ...args]);
	const env = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
	await run(
		'tmux',
		[
			...[
				'-L',
				server,
				'-f',
				'/dev/null',
				'new-session',
				'-d',
				'-s',
				'agent',
				'-x',
				'120',
				'-y',
				'40',
				'-c',
				options.cwd,
			],
			...['env', '-i', 'TERM=xterm-256color', ...env, ...options.command],
		],
		{ env: { PATH: process.env['PATH'], HOME: options.env['HOME'] } },
	);
	return {
		async type(text) {
			for (const part of text.split(/(\r)/).filter(piece => piece !== '')) {
				await tmux('send-keys', '-t', 'agent', ...(part === '\r' ? ['Enter'] : ['-l', part]));
			}
		},
		screen: async () => (await tmux('capture-pane', '-p', '-t', 'agent')).stdout,
		async end() {
			// The program may have ended by itself, and the terminal with it.
			await tmux('kill-server').catch(() => undefined);
		},
	};
}

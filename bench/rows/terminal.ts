import { spawn } from 'node:child_process';
import { createPoster, type Poster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';
import type { WindowUnderTest } from '../window-under-test.ts';

const RUN = JSON.stringify({ tool: 'terminal_run', input: { command: 'true' } });
const READ = JSON.stringify({ tool: 'terminal_read', input: {} });

/** In the terminal the shell is there already, but a command has its prompt to wait for and its end to be told. */
export const terminalRun: Benchmark = {
	name: 'terminal-run',
	async run(window) {
		const open = await window();
		const shell = String(await open.window.evaluate('return vscode.env.shell'));
		const poster = posterOf(open);
		const { ours, base } = await compare(
			40,
			5,
			() => ask(poster, RUN),
			() => bareShell(shell),
		);
		poster.close();
		return {
			name: 'terminal-run',
			title: 'terminal_run true, over what the shell itself needs for it',
			value: ours - base,
			bar: 60,
			unit: 'ms',
			detail: `p50 ${ours.toFixed(1)} ms against ${base.toFixed(1)} ms of ${shell} -c true`,
		};
	},
};

export const terminalRead: Benchmark = {
	name: 'terminal-read',
	async run(window) {
		const { entry, barePort } = await window();
		const poster = posterOf({ entry });
		const bare = createPoster(barePort, '/');
		await ask(poster, RUN);
		const { ours, base } = await compare(
			200,
			20,
			() => ask(poster, READ),
			() => bare.post(READ),
		);
		poster.close();
		bare.close();
		return {
			name: 'terminal-read',
			title: 'terminal_read of a command that has ended',
			value: ours,
			bar: 5,
			unit: 'ms',
			detail: `p50, ${base.toFixed(2)} ms of it for the bare request`,
		};
	},
};

function posterOf({ entry }: Pick<WindowUnderTest, 'entry'>): Poster {
	return createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
}

async function ask(poster: Poster, body: string): Promise<void> {
	const answer = await poster.post(body);
	if (!answer.includes('"exitCode":0')) {
		throw new Error(`The command did not end well: ${answer.slice(0, 500)}`);
	}
}

function bareShell(shell: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn(shell, ['-c', 'true'], { stdio: 'ignore' });
		child.on('error', reject);
		child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${shell} ended with ${code}`))));
	});
}

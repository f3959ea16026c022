import { findProgram } from '@hawser/node/find-program.ts';
import type { CheckResult, Client } from './client.ts';
import type { SetupEnvironment } from './environment.ts';
import { SERVER_NAME } from './mcp-server.ts';

export interface Checked {
	command: string;
	/** `silent`: it said nothing about Hawser, or did not finish in time. */
	state: CheckResult['state'] | 'silent';
	said: string;
}

const ESCAPE = '\u001B';
const PATIENCE = 30_000;
const LINGER = 2000;
const OUTPUT_LIMIT = 200_000;

/** Asks the client itself whether it can reach Hawser; undefined when it has no way to tell or is not installed. */
export async function checkConnection(client: Client, environment: SetupEnvironment): Promise<Checked | undefined> {
	const program = findProgram(client.programs, environment);
	if (program === undefined || client.check === undefined) {
		return undefined;
	}
	const { args, read } = client.check;
	const command = [client.programs[0], ...args].join(' ');
	const { output, problem } = await run(program, args, environment);
	const result = read(output);
	return result === undefined
		? { command, state: 'silent', said: problem ?? 'It does not mention hawser.' }
		: { command, ...result };
}

/** The line of a list that begins with our name, whatever mark is before it. */
export function lineAbout(
	output: string,
	{ connected, failed }: { connected: RegExp; failed: RegExp },
): CheckResult | undefined {
	const line = output
		.replaceAll(new RegExp(`${ESCAPE}\\[[0-9;?]*[A-Za-z]`, 'g'), '')
		.split(/\r?\n/)
		.map(text => text.trim())
		.find(text => new RegExp(`^\\W*${SERVER_NAME}\\b`).test(text));
	if (line === undefined) {
		return undefined;
	}
	const said = line.replaceAll(/\s+/g, ' ');
	if (connected.test(said)) {
		return { state: 'connected', said };
	}
	return { state: failed.test(said) ? 'failed' : 'listed', said };
}

async function run(
	program: string,
	args: readonly string[],
	{ env, platform, project }: SetupEnvironment,
): Promise<{ output: string; problem?: string }> {
	// Loaded here, because the program is one file and would otherwise load it at every start.
	const { spawn } = await import('node:child_process');
	return new Promise(resolve => {
		const child = spawn(program, args, {
			cwd: project,
			env: { ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
			timeout: PATIENCE,
			shell: platform === 'win32',
		});
		let output = '';
		const collect = (bytes: Buffer) => (output = (output + bytes.toString()).slice(-OUTPUT_LIMIT));
		child.stdout.on('data', collect);
		child.stderr.on('data', collect);
		child.on('error', ({ message }) => resolve({ output, problem: message }));
		const finish = (signal: NodeJS.Signals | null) =>
			resolve({ output, ...(signal !== null && { problem: 'It did not finish in time.' }) });
		child.on('close', (_code, signal) => finish(signal));
		// Somebody whom it started may hold its output open for ever.
		child.on('exit', (_code, signal) => setTimeout(() => finish(signal), LINGER).unref());
	});
}

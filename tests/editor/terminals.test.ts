import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { SHELL_COMMANDS, SHOWN_OTHERWISE } from '../support/shell-commands.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Each is tested where it is installed; which ones those are stands in the name of the test. */
const SHELLS = ['/bin/bash', '/usr/bin/zsh', '/usr/bin/fish', '/bin/sh'].filter(path => existsSync(path));

const { workbench, open } = useShopWindow();

const ENV = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };

interface Answer {
	terminal: string;
	running: boolean;
	exitCode?: number;
	waitingForInput?: boolean;
	output: string;
	totalLines: number;
	shownLines?: number;
	truncated?: boolean;
	file?: string;
	milliseconds: number;
}

async function ask(tool: string, input: Record<string, unknown>): Promise<Answer> {
	const { envelope, text } = await callWindow(open().entry, tool, input);
	if (!envelope.ok) {
		throw new Error(text);
	}
	return envelope.data as Answer;
}

const run = (command: string, rest: Record<string, unknown> = {}) =>
	ask('terminal_run', { command, timeout: 120_000, ...rest });

async function failure(tool: string, input: Record<string, unknown>): Promise<string | undefined> {
	return (await callWindow(open().entry, tool, input)).envelope.error?.code;
}

const whole = ({ output, file }: Answer) => (file === undefined ? output : readFileSync(file, 'utf8'));

function plainRun(shell: string, command: string): { output: string; exitCode: number } {
	const folder = mkdtempSync(join(tmpdir(), 'hawser-plain-'));
	const file = join(folder, 'out');
	const out = openSync(file, 'w');
	try {
		const { status, signal } = spawnSync(shell, ['-c', command], {
			cwd: open().folder,
			env: { ...workbench().editor.env, ...ENV },
			stdio: ['ignore', out, out],
		});
		return { output: readFileSync(file, 'utf8'), exitCode: status ?? 128 + signalNumber(signal) };
	} finally {
		closeSync(out);
		rmSync(folder, { recursive: true });
	}
}

function signalNumber(signal: NodeJS.Signals | null): number {
	return { SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }[String(signal)] ?? Number.NaN;
}

async function useShell(path: string): Promise<void> {
	await open().window.evaluate(
		`const settings = vscode.workspace.getConfiguration('terminal.integrated');
		await settings.update('profiles.linux', { chosen: { path: args.path } }, vscode.ConfigurationTarget.Global);
		await settings.update('defaultProfile.linux', 'chosen', vscode.ConfigurationTarget.Global);
		while (vscode.env.shell !== args.path) {
			await new Promise(resolve => setTimeout(resolve, 20));
		}`,
		{ path },
	);
}

describe.each(SHELLS)('in %s', shell => {
	beforeAll(() => useShell(shell));

	test.each(SHELL_COMMANDS)('%s is as in a child process', async (_what, command) => {
		const answer = await run(command, { env: ENV });
		expect({ output: whole(answer), exitCode: answer.exitCode }).toEqual(plainRun(shell, command));
	});

	test.each(SHOWN_OTHERWISE)('%s is as a person would see it', async (_what, command, shown) => {
		const { output, exitCode } = await run(shell.endsWith('fish') ? `sh -c ${quoted(command)}` : command, { env: ENV });
		expect({ output, exitCode }).toEqual({ output: shown, exitCode: 0 });
	});
});

function quoted(command: string): string {
	return `'${command.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

void failure;

import { spawnSync } from 'node:child_process';
import {
	closeSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { callWindow, callWindowForData } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { howOften, IS_LONG_RUN } from '../support/how-often.ts';
import { connectHttp } from '../support/mcp-clients.ts';
import { SHELL_COMMANDS, SHOWN_OTHERWISE } from '../support/shell-commands.ts';
import { useShopWindow } from '../support/use-window.ts';

/** Each is tested where it is installed; which ones those are stands in the name of the test. */
const SHELLS = ['/bin/bash', '/usr/bin/zsh', '/usr/bin/fish', '/bin/sh'].filter(path => existsSync(path));

/** More by hand: 300 take minutes on a slow machine. */
const RUNS = howOften('HAWSER_TERMINAL_RUNS', 10);

const { workbench, open } = useShopWindow();

// Where this folder is missing, fish reads all manual pages of the machine, for minutes, to complete words that nobody types here.
beforeAll(() => {
	const home = workbench().editor.env['HOME'] ?? '';
	mkdirSync(join(home, '.local/share/fish/generated_completions'), { recursive: true });
});

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

const ask = (tool: string, input: Record<string, unknown>) => callWindowForData<Answer>(open().entry, tool, input);

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

/** In an ordinary run the first shell runs all of them, and each of the others a third. */
function shareOf<Case>(cases: readonly Case[], shell: string): readonly Case[] {
	const place = SHELLS.indexOf(shell);
	return place === 0 || IS_LONG_RUN ? cases : cases.filter((_, index) => (index + place) % 3 === 0);
}

describe.each(SHELLS)('in %s', shell => {
	beforeAll(() => useShell(shell));

	test.each(shareOf(SHELL_COMMANDS, shell))('%s is as in a child process', async (_what, command) => {
		const answer = await run(command, { env: ENV });
		expect({ output: whole(answer), exitCode: answer.exitCode }).toEqual(plainRun(shell, command));
	});

	test.each(SHOWN_OTHERWISE)('%s is as a user would see it', async (_what, command, shown) => {
		const { output, exitCode } = await run(shell.endsWith('fish') ? `sh -c ${quoted(command)}` : command, { env: ENV });
		expect({ output, exitCode }).toEqual({ output: shown, exitCode: 0 });
	});
});

describe('terminals', () => {
	beforeAll(() => useShell(SHELLS[0] ?? '/bin/sh'));

	test('a terminal is one that the user can see, with shell integration, and serves again', async () => {
		const first = await run('echo 1');
		// A shell whose prompt takes a second to come back is passed over until then.
		await eventually(async () => expect((await run('echo 2')).terminal).toBe(first.terminal));
		const { terminals } = await terminalList();
		expect(terminals.find(({ id }) => id === first.terminal)).toMatchObject({
			ours: true,
			running: false,
			command: 'echo 2',
			exitCode: 0,
			shellIntegration: SHELLS[0] === '/bin/bash',
		});
		const names = await open().window.evaluate('return vscode.window.terminals.map(({ name }) => name)');
		expect(names).toContain('hawser call');
	});

	test('a command runs in the folder and with the variables that were asked for', async () => {
		const { output } = await run('pwd; echo "$A"', { cwd: 'src', env: { A: "it's $HOME" } });
		expect(output).toBe(`${join(open().folder, 'src')}\nit's $HOME\n`);
		expect(await failure('terminal_run', { command: 'pwd', cwd: '/etc' })).toBe('E_OUTSIDE_WORKSPACE');
		expect(await failure('terminal_run', { command: 'pwd', cwd: 'nowhere' })).toBe('E_FILE_NOT_FOUND');
	});

	test('a command that takes longer than the time-out goes on, and can be read to its end', async () => {
		const early = await run('echo early; until [ -e go ]; do sleep 0.1; done; echo late; exit 3', { timeout: 1500 });
		expect(early).toMatchObject({ running: true, output: 'early\n' });
		expect(early.exitCode).toBeUndefined();
		writeFileSync(join(open().folder, 'go'), '');
		expect(await ask('terminal_read', { terminal: early.terminal, wait: 60_000 })).toMatchObject({
			running: false,
			exitCode: 3,
			output: 'early\nlate\n',
		});
	});

	test('commands at the same time run in terminals of their own', async () => {
		const answers = await Promise.all([1, 2, 3, 4].map(number => run(`echo ${number}; sleep 1; echo ${number}`)));
		expect(answers.map(({ output }) => output)).toEqual(['1\n1\n', '2\n2\n', '3\n3\n', '4\n4\n']);
		expect(new Set(answers.map(({ terminal }) => terminal)).size).toBe(4);
	});

	test('a terminal that is busy takes no other command', async () => {
		const { terminal } = await run('sleep 600', { background: true });
		expect(await failure('terminal_run', { command: 'echo no', terminal })).toBe('E_TERMINAL_BUSY');
		expect(await ask('terminal_stop', { terminal })).toMatchObject({ stopped: true, exitCode: 130 });
		expect(await run('echo yes', { terminal })).toMatchObject({ terminal, output: 'yes\n' });
		expect(await failure('terminal_stop', { terminal })).toBe('E_TERMINAL_IDLE');
		expect(await failure('terminal_send', { terminal, text: 'x' })).toBe('E_TERMINAL_IDLE');
	});

	test('a command that waits for input says so, and takes it', async () => {
		const asked = await run('printf \'Name: \'; read name; echo "Hello $name"; cat; exit 4');
		expect(asked).toMatchObject({ running: true, waitingForInput: true, output: 'Name: ' });
		const { terminal } = asked;
		const untilOutput = (output: string) =>
			eventually(async () =>
				expect(await ask('terminal_read', { terminal, wait: 60_000 })).toMatchObject({
					running: true,
					waitingForInput: true,
					output,
				}),
			);
		const greeted = await ask('terminal_send', { terminal, text: 'Ann' });
		// What follows takes longer than the call waits on a machine that is very busy.
		expect(['Name: ', 'Name: Hello Ann\n']).toContain(greeted.output);
		await untilOutput('Name: Hello Ann\n');
		await ask('terminal_send', { terminal, text: 'more' });
		await untilOutput('Name: Hello Ann\nmore\n');
		expect(await ask('terminal_send', { terminal, keys: ['ctrl+d'], wait: 60_000 })).toMatchObject({
			running: false,
			exitCode: 4,
		});
	});

	test('a command that ignores interrupts is killed', async () => {
		const { terminal } = await run("trap '' INT TERM; echo stubborn; while :; do sleep 0.2; done", {
			background: true,
		});
		expect(await ask('terminal_stop', { terminal })).toMatchObject({ stopped: false });
		expect(await ask('terminal_stop', { terminal, action: 'kill' })).toMatchObject({ stopped: true });
		expect((await ask('terminal_read', { terminal })).output).toBe('stubborn\n');
	});

	test('a terminal that the user closes is noticed', async () => {
		const { terminal } = await run('echo here; sleep 600', { background: true });
		const waiting = failure('terminal_read', { terminal, wait: 60_000 });
		const { terminals } = await terminalList();
		const name = terminals.find(({ id }) => id === terminal)?.name;
		await open().window.evaluate('vscode.window.terminals.find(({ name }) => name === args.name).dispose()', { name });
		expect(await waiting).toBe('E_TERMINAL_CLOSED');
		expect(await failure('terminal_read', { terminal })).toBe('E_TERMINAL_NOT_FOUND');
	});

	test.each([
		['is interrupted', 'while :; do echo tick; sleep 0.1; done'],
		// As when a shell forgets an interrupt because its child ended by itself at that moment.
		['is interrupted again', "trap 'trap - INT' INT; while :; do echo tick; sleep 0.1; done"],
	])('a command tells an agent of progress, and %s when the agent gives up', async (_what, command) => {
		const agent = await connectHttp(open().entry);
		const cancelled = new AbortController();
		const heard: string[] = [];
		const running = async () => {
			const { terminals } = await terminalList();
			return terminals.filter(terminal => terminal.running && terminal.command === command);
		};
		try {
			const call = agent.callTool(
				{ name: 'terminal_run', arguments: { command, timeout: 600_000 } },
				{ signal: cancelled.signal, timeout: 600_000, onprogress: ({ message = '' }) => heard.push(message) },
			);
			call.catch(() => undefined);
			await eventually(() => expect(heard).toContain('tick'));
			expect(await running()).toHaveLength(1);
			cancelled.abort();
			await expect(call).rejects.toThrow();
			await eventually(async () => expect(await running()).toEqual([]));
		} finally {
			await agent.close();
		}
	});

	test('a terminal is closed on demand', async () => {
		const { terminal } = await run('sleep 600', { background: true });
		expect(await ask('terminal_stop', { terminal, action: 'close' })).toMatchObject({ stopped: true, closed: true });
		expect((await terminalList()).terminals.map(({ id }) => id)).not.toContain(terminal);
	});

	test("a terminal of the user's is read but never typed into", async () => {
		await open().window.evaluate(
			`const terminal = vscode.window.createTerminal('Mine');
			while (!terminal.shellIntegration) {
				await new Promise(resolve => vscode.window.onDidChangeTerminalShellIntegration(resolve));
			}
			await new Promise(resolve => {
				vscode.window.onDidEndTerminalShellExecution(resolve);
				terminal.shellIntegration.executeCommand('sleep 1; echo "by the user"; false');
			});`,
		);
		// VS Code loses the output of commands that are over at once; that is said.
		const read = await eventually(async () => {
			const answer = await ask('terminal_read', { terminal: 'Mine', wait: 10_000 });
			expect(answer.running).toBe(false);
			return answer;
		});
		expect(read).toMatchObject({ exitCode: 1, output: 'by the user\n' });
		for (const [tool, input] of [
			['terminal_run', { command: 'echo no' }],
			['terminal_send', { text: 'no' }],
			['terminal_stop', {}],
		] as const) {
			expect(await failure(tool, { terminal: 'Mine', ...input })).toBe('E_TERMINAL_NOT_OURS');
		}
	});

	test('a long output comes in part, with a file that has all of it and that only the user can read', async () => {
		const { output, totalLines, shownLines, truncated, file = '' } = await run('seq 1 50000');
		expect({ totalLines, truncated }).toEqual({ totalLines: 50_000, truncated: true });
		expect(output).toMatch(/^1\n2\n[^]*\[… \d+ lines left out …\]\n[^]*\n50000\n$/);
		expect(output.split('\n').length - 2).toBe(shownLines);
		expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(50_001);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
		expect((await ask('terminal_read', { tail: 2 })).output).toBe('[… 49998 lines left out …]\n49999\n50000\n');
		expect((await ask('terminal_read', { grep: '4999', head: 2 })).output).toMatch(/^4999\n14999\n/);
	});

	test('a background process does not hold up the answer', async () => {
		const { output, exitCode, running, terminal } = await run('sleep 600 & echo started');
		expect({ output, exitCode, running }).toEqual({ output: 'started\n', exitCode: 0, running: false });
		await ask('terminal_stop', { terminal, action: 'close' });
	});

	test(`nothing is lost in ${RUNS} commands in a row`, async () => {
		for (let round = 0; round < RUNS; round++) {
			const { output, exitCode } = await run(`echo round ${round}; printf end; exit ${round % 256}`);
			expect({ output, exitCode }).toEqual({ output: `round ${round}\nend`, exitCode: round % 256 });
		}
	});
});

describe('in the words of ggMCP', () => {
	test.each(['execute_terminal_command', 'execute_command_with_output'])('%s gives the output', async name => {
		expect((await ask(name, { command: 'echo by another name' })).output).toBe('by another name\n');
	});

	test.each(['get_terminal_text', 'get_command_output'])('%s gives what was printed last', async name => {
		await run('echo printed');
		expect((await ask(name, {})).output).toBe('printed\n');
	});
});

async function terminalList() {
	const { envelope } = await callWindow(open().entry, 'terminal_list');
	return envelope.data as {
		terminals: { id: string; name: string; ours: boolean; running: boolean; command?: string }[];
	};
}

function quoted(command: string): string {
	return `'${command.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

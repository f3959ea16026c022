import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { callWindow, callWindowForData } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { useShopWindow } from '../support/use-window.ts';

const { open } = useShopWindow();

const TASKS = [
	{ label: 'greet', type: 'shell', command: 'echo "in ${workspaceFolderBasename}"; echo err >&2; exit 3' },
	{ label: 'words', type: 'shell', command: 'printf', args: ['%s.', 'a b', { value: '$HOME', quoting: 'strong' }] },
	{
		label: 'process',
		type: 'process',
		command: process.execPath,
		args: ['-e', 'console.log(process.argv[1], process.env.MODE, process.cwd())', '${workspaceFolder}'],
		options: { cwd: '${workspaceFolder}/src', env: { MODE: 'test' } },
	},
	{
		label: 'check',
		type: 'shell',
		command: 'echo "src/cart.ts(3,5): error TS9999: it is too heavy"; exit 2',
		problemMatcher: ['$tsc'],
	},
	{ label: 'watch', type: 'shell', command: 'echo watching; sleep 600', isBackground: true, problemMatcher: [] },
	{ label: 'all', dependsOn: ['greet'] },
	{ label: 'ask', type: 'shell', command: 'printf \'Name: \'; read name; echo "hello $name"' },
];

interface Answer {
	running: boolean;
	exitCode?: number;
	output: string;
	outputUnknown?: string;
	problemsTotal: number;
	problems: unknown[];
	terminal: string;
}

type TaskAnswer = Answer & { tasks: { name: string; source: string; running: boolean }[] };

const ask = (tool: string, input: Record<string, unknown> = {}) =>
	callWindowForData<TaskAnswer>(open().entry, tool, input);
const runTask = (name: string, rest: Record<string, unknown> = {}) => ask('task_run', { name, ...rest });

beforeAll(async () => {
	mkdirSync(join(open().folder, '.vscode'), { recursive: true });
	writeFileSync(join(open().folder, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks: TASKS }));
	writeFileSync(
		join(open().folder, 'package.json'),
		JSON.stringify({ name: 'shop', version: '1.0.0', scripts: { hello: 'echo from npm' } }),
	);
	await eventually(async () => {
		const { tasks } = await ask('task_list');
		expect(tasks.map(({ name }) => name)).toEqual(expect.arrayContaining(['greet', 'watch', 'hello']));
	});
});

test('tasks of every provider are listed', async () => {
	const { tasks } = await ask('task_list');
	expect(tasks).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'greet', source: 'Workspace', background: false, running: false }),
			expect.objectContaining({ name: 'watch', background: true }),
			expect.objectContaining({ name: 'hello', source: 'npm' }),
		]),
	);
	expect((await ask('task_list', { query: 'from npm' })).tasks).toMatchObject([{ name: 'hello' }]);
});

test('a task gives its output and exit code, variables resolved by VS Code', async () => {
	expect(await runTask('greet')).toMatchObject({
		running: false,
		exitCode: 3,
		output: 'in shop\nerr\n',
		problemsTotal: 0,
	});
});

test('arguments are quoted as VS Code does', async () => {
	expect((await runTask('words')).output).toBe('a b.$HOME.');
});

test('a process task runs in its folder with its environment', async () => {
	const { folder } = open();
	expect(await runTask('process')).toMatchObject({ exitCode: 0, output: `${folder} test ${join(folder, 'src')}\n` });
});

test('an npm script gives its output', async () => {
	const { output, exitCode } = await runTask('hello', { source: 'npm' });
	expect(output).toContain('from npm');
	expect(exitCode).toBe(0);
});

test('the problems that the matchers found are told, on every run', async () => {
	for (let round = 0; round < 2; round++) {
		expect(await runTask('check')).toMatchObject({
			exitCode: 2,
			problemsTotal: 1,
			problems: [{ path: 'src/cart.ts', line: 3, column: 5, severity: 'error', message: 'it is too heavy' }],
		});
	}
});

test('a background task goes on, and is stopped', async () => {
	const { running, output, terminal } = await runTask('watch');
	expect({ running, output }).toEqual({ running: true, output: 'watching\n' });
	expect((await ask('task_list', { query: 'echo watching' })).tasks).toMatchObject([{ running: true }]);
	expect((await ask('terminal_read', { terminal })).output).toBe('watching\n');
	expect(await ask('terminal_stop', { terminal })).toMatchObject({ stopped: true });
});

test('a task with others before it runs, and says why there is no output', async () => {
	const answer = await runTask('all');
	expect(answer).toMatchObject({ running: false, output: '' });
	expect(answer.outputUnknown).toMatch(/depends on others/);
});

test('a task that waits for input says so', async () => {
	const { terminal, ...answer } = await runTask('ask');
	expect(answer).toMatchObject({ running: true, waitingForInput: true, output: 'Name: ' });
	await ask('terminal_stop', { terminal });
});

test('a task that is not there is E_TASK_NOT_FOUND', async () => {
	expect((await callWindow(open().entry, 'task_run', { name: 'nope' })).envelope.error?.code).toBe('E_TASK_NOT_FOUND');
});

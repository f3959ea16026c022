import { expect, test } from 'vitest';
import { ToolError } from '../../../src/errors/tool-error.ts';
import type { TaskFacts, TaskProblem, Tasks } from '../../../src/ports/tasks.ts';
import type { CommandState } from '../../../src/ports/terminals.ts';
import { taskList } from '../../../src/tools/task/task-list.ts';
import { taskRun } from '../../../src/tools/task/task-run.ts';
import { FakeCommand } from '../../fakes/fake-terminals.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const BUILD: TaskFacts = {
	name: 'build',
	source: 'npm',
	folder: 'shop',
	type: 'npm',
	command: 'npm run build',
	background: false,
	running: false,
};

const PROBLEM: TaskProblem = {
	path: 'src/a.ts',
	severity: 'error',
	message: 'wrong',
	range: { start: { line: 3, column: 5 }, end: { line: 3, column: 6 } },
};

class FakeTasks implements Tasks {
	facts = [BUILD];
	readonly command: FakeCommand;
	found: TaskProblem[] = [];

	constructor(state: Partial<CommandState> = {}) {
		this.command = new FakeCommand(state);
	}

	list() {
		return Promise.resolve(this.facts);
	}

	run({ name }: { name: string }) {
		const facts = this.facts.find(task => task.name === name);
		if (!facts) {
			throw new ToolError('E_TASK_NOT_FOUND', `There is no task "${name}".`);
		}
		return Promise.resolve({ facts, command: this.command, problems: () => Promise.resolve(this.found) });
	}
}

test('tasks are listed with what they run', async () => {
	const { text } = await runTool(taskList, {}, { tasks: new FakeTasks() });
	expect(text).toBe('1 task:\nbuild (npm, shop): npm run build');
	expect((await runTool(taskList, { query: 'nothing' }, { tasks: new FakeTasks() })).text).toBe('No tasks.');
});

test('many tasks come in pages, each once', async () => {
	const tasks = new FakeTasks();
	tasks.facts = Array.from({ length: 300 }, (_, index) => ({ ...BUILD, name: `task ${index}` }));
	const seen: string[] = [];
	for (let offset: number | undefined = 0; offset !== undefined; ) {
		const data = (await dataOf(runTool(taskList, { offset }, { tasks }))) as {
			tasks: { name: string }[];
			nextOffset?: number;
		};
		seen.push(...data.tasks.map(({ name }) => name));
		offset = data.nextOffset;
	}
	expect(seen).toEqual(tasks.facts.map(({ name }) => name));
});

test('a task gives exit code, output and problems', async () => {
	const tasks = new FakeTasks({ output: 'src/a.ts(3,5): wrong\n', exitCode: 2, terminal: 'task build' });
	tasks.found = [PROBLEM];
	const { envelope, text } = await runTool(taskRun, { name: 'build' }, { tasks });
	expect(envelope).toMatchObject({
		data: { task: 'build', exitCode: 2, problemsTotal: 1, problems: [{ path: 'src/a.ts', line: 3, column: 5 }] },
	});
	expect(text).toBe(
		[
			'exit code 2, 1.2 s (terminal task build)',
			'src/a.ts(3,5): wrong',
			'1 problem matched:',
			'src/a.ts:3:5 error: wrong',
		].join('\n'),
	);
	expect(tasks.command.waits).toEqual([120_000]);
});

test('a background task is waited for until it pauses', async () => {
	const tasks = new FakeTasks({ running: true, output: 'watching\n' });
	tasks.facts = [{ ...BUILD, background: true }];
	expect(await dataOf(runTool(taskRun, { name: 'build' }, { tasks }))).toMatchObject({ running: true });
	expect(tasks.command.waits).toEqual([20_000]);
});

test('many problems stay within the budget', async () => {
	const tasks = new FakeTasks({ output: 'x\n'.repeat(50_000), exitCode: 1 });
	tasks.found = Array.from({ length: 2000 }, (_, line) => ({
		...PROBLEM,
		range: { start: { line, column: 1 }, end: { line, column: 2 } },
	}));
	const { envelope, text } = await runTool(taskRun, { name: 'build' }, { tasks });
	expect(envelope).toMatchObject({ data: { problemsTotal: 2000, truncated: true } });
	expect(text.length).toBeLessThanOrEqual(30_000);
	expect(text).toContain('more: call diagnostic_list');
});

test('an unknown task is E_TASK_NOT_FOUND', async () => {
	expect((await errorOf(runTool(taskRun, { name: 'nope' }, { tasks: new FakeTasks() }))).code).toBe('E_TASK_NOT_FOUND');
});

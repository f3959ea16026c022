import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitIn, makeRepository } from '../support/git.ts';
import { call, callForData, callForText, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** Where a window has several folders, each a repository with settings and tasks of its own, a call must reach the right one. */
const workbench = useWorkbench();
let top: string;
let client: Client;

const git = (folder: string, ...args: string[]) => gitIn(join(top, folder), ...args);

function makeProject(name: string): void {
	const task = { label: 'where', type: 'shell', command: 'echo here is $PWD' };
	writeFileIn(top, `${name}/README.md`, `# ${name}\n`);
	writeFileIn(
		top,
		`${name}/package.json`,
		JSON.stringify({ name, version: '1.0.0', dependencies: { [`only-${name}`]: '^1.0.0' } }),
	);
	writeFileIn(top, `${name}/.vscode/tasks.json`, JSON.stringify({ version: '2.0.0', tasks: [task] }));
	makeRepository(join(top, name), `Begin ${name}`);
}

beforeAll(async () => {
	top = workbench().makeFolder('two');
	makeProject('library');
	makeProject('program');
	const file = writeFileIn(
		top,
		'two.code-workspace',
		JSON.stringify({ folders: [{ path: 'library' }, { path: 'program' }] }),
	);
	await workbench().editor.openWindow(file);
	client = await connectHttp(await workbench().entryOf(join(top, 'library')));
});
afterAll(() => client.close());

describe('git', () => {
	interface Status {
		repositories: { root: string; counts: Record<string, number> }[];
	}

	test('git_status tells of both repositories, or of the one that a path lies in', async () => {
		writeFileIn(top, 'program/main.txt', 'new\n');
		const { repositories } = await callForData<Status>(client, 'git_status');
		expect(repositories.map(({ root }) => root)).toEqual(['library', 'program']);
		const { repositories: one } = await callForData<Status>(client, 'git_status', { path: 'program/main.txt' });
		expect(one).toMatchObject([{ root: 'program' }]);
	});

	test('a commit needs to know where, and leaves the other repository alone', async () => {
		writeFileIn(top, 'program/main.txt', 'new\n');
		writeFileIn(top, 'library/main.txt', 'new\n');
		await callForData(client, 'git_stage', { paths: ['program/main.txt'] });
		const unclear = await callForText(client, 'git_commit', { message: 'Which one?' });
		expect(unclear).toMatch(/^\[E_AMBIGUOUS_REPOSITORY\] .*library, program/);
		await callForData(client, 'git_commit', { message: 'The program begins', repository: 'program' });
		expect(git('program', 'log', '--format=%s')).toBe('The program begins\nBegin program\n');
		expect(git('library', 'log', '--format=%s')).toBe('Begin library\n');
		expect(git('library', 'status', '--porcelain')).toBe('?? main.txt\n');
	});

	test('history is that of the repository which is named', async () => {
		const log = await callForText(client, 'git_log', { repository: 'library' });
		expect(log).toContain('Begin library');
		expect(log).not.toContain('Begin program');
	});
});

test('a setting is written for the folder that is named, and counts only there', async () => {
	const refusal = await callForText(client, 'setting_set', { key: 'editor.tabSize', value: 3, scope: 'folder' });
	expect(refusal).toMatch(/^\[E_INVALID_PARAMS\] .*library, program/);
	await callForData(client, 'setting_set', { key: 'editor.tabSize', value: 3, scope: 'folder', folder: 'program' });
	expect(JSON.parse(readFileSync(join(top, 'program/.vscode/settings.json'), 'utf8'))).toEqual({ 'editor.tabSize': 3 });
	expect(existsSync(join(top, 'library/.vscode/settings.json'))).toBe(false);
	expect(await callForData(client, 'setting_get', { key: 'editor.tabSize', folder: 'program' })).toMatchObject({
		value: 3,
	});
	expect(await callForData(client, 'setting_get', { key: 'editor.tabSize', folder: 'library' })).toMatchObject({
		value: 4,
	});
	expect(await callForData(client, 'setting_get', { key: 'editor.tabSize' })).toMatchObject({
		value: 4,
		setIn: 'default',
	});
});

test('a command runs in the first folder, or in the one that is named', async () => {
	expect((await callForText(client, 'terminal_run', { command: 'pwd' })).split('\n')).toContain(join(top, 'library'));
	expect((await callForText(client, 'terminal_run', { command: 'pwd', cwd: 'program' })).split('\n')).toContain(
		join(top, 'program'),
	);
});

test('a task that both folders have is run where it is asked for', async () => {
	const refusal = await callForText(client, 'task_run', { name: 'where' });
	expect(refusal).toMatch(/^\[E_AMBIGUOUS_TASK\] .*Workspace in library, Workspace in program/);
	expect(await callForText(client, 'task_run', { name: 'where', folder: 'program' })).toContain(
		`here is ${join(top, 'program')}`,
	);
});

test('modules and dependencies of both folders are listed', async () => {
	const dependencies = await callForText(client, 'project_dependencies');
	expect(dependencies).toContain('only-library');
	expect(dependencies).toContain('only-program');
	expect(await callForText(client, 'project_dependencies', { module: 'program' })).not.toContain('only-library');
});

test('a repository that nobody trusts is read, runs nothing, and stays as it is', async () => {
	makeProject('stranger');
	const trap = writeFileIn(top, 'stranger/trap.sh', `#!/bin/sh\ntouch "${join(top, 'trapped')}"\n`);
	chmodSync(trap, 0o755);
	// A folder that any clone can contain: git takes it for a repository with a program of its own.
	git('stranger', 'clone', '--quiet', '--bare', '.', 'lib');
	writeFileIn(
		top,
		'stranger/lib/config',
		`[core]\n\tbare = false\n\tworktree = .\n[filter "a=b"]\n\tclean = ${trap}\n`,
	);
	writeFileIn(top, 'stranger/lib/info/attributes', '*.md filter=a=b\n');
	writeFileIn(top, 'stranger/lib/README.md', '# changed\n');
	writeFileIn(top, 'stranger/.git/hooks/post-index-change', readFileSync(trap, 'utf8'));
	chmodSync(join(top, 'stranger/.git/hooks/post-index-change'), 0o755);
	writeFileIn(top, 'stranger/.gitattributes', '*.md filter=a=b diff=evil\n');
	writeFileIn(top, 'stranger/README.md', '# changed\n');
	const window = await workbench().editor.openWindow(join(top, 'stranger'), { trust: 'ask' });
	const agent = await connectHttp(await workbench().entryOf(join(top, 'stranger')));
	const told = async (tool: string, input = {}) => textOf(await call(agent, tool, input));
	expect(await told('git_status')).toContain('README.md');
	const readings = [
		['git_status', {}],
		['git_log', {}],
		['git_diff', {}],
		['git_show', {}],
		['git_blame', { path: 'README.md' }],
		['git_diff', { repository: 'lib' }],
		['git_log', { repository: 'lib' }],
	] as const;
	for (const [tool, input] of readings) {
		expect(await told(tool, input), tool).not.toMatch(/^\[E_/);
	}
	await told('setting_get', { key: 'editor.tabSize' });
	await told('project_dependencies');
	// With a program in its own configuration, by whatever name, the repository is not touched at all.
	for (const key of ['core.fsmonitor', 'core.pager', 'diff.external', 'filter.evil.clean', 'filter.a=b.clean']) {
		git('stranger', 'config', key, trap);
	}
	for (const [tool, input] of readings) {
		expect(await told(tool, input), tool).toMatch(/^\[E_UNSAFE_REPOSITORY\].*core\.fsmonitor/);
	}
	for (const [tool, input] of Object.entries({
		git_stage: { paths: ['.'] },
		git_commit: { message: 'no' },
		setting_set: { key: 'editor.tabSize', value: 3 },
		terminal_run: { command: 'true' },
		task_run: { name: 'where' },
	})) {
		expect(await told(tool, input), tool).toMatch(/^\[E_UNTRUSTED_WORKSPACE\]/);
	}
	expect(existsSync(join(top, 'trapped'))).toBe(false);
	await agent.close();
	await window.close();
});

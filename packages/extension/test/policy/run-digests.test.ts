import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide, type PolicyCall } from '@hawser/core/policy/decide.ts';
import type { Rule } from '@hawser/core/policy/rule.ts';
import type { CallToAdmit } from '@hawser/core/runtime/call-policy.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const workspace = vi.hoisted(() => ({ folders: [] as { name: string; uri: { fsPath: string } }[], everywhere: false }));
vi.mock('vscode', () => ({
	workspace: {
		get workspaceFolders() {
			return workspace.folders;
		},
		getConfiguration: () => ({ get: () => undefined }),
	},
	tasks: {
		fetchTasks: () =>
			Promise.resolve(
				workspace.folders.slice(workspace.everywhere ? 0 : 1).map(scope => ({
					...{ name: 'deploy', source: 'npm', definition: { type: 'npm', script: 'deploy' } },
					...{ scope, execution: { command: 'npm run deploy' } },
				})),
			),
	},
}));
const { runDigests } = await import('../../src/policy/run-digests.ts');

const RUN_TASK: CallToAdmit = {
	tool: { name: 'task_run', title: 'Run a task', effect: 'runs' },
	input: { name: 'deploy' },
	...{ paths: [], onlyThesePaths: false, asksByItself: false, reviewable: false },
	...{ surface: 'mcp', connection: 'one', agent: 'codex', who: 'codex' },
};

let home: string;
const write = (folder: string, deploy: string) =>
	writeFileSync(join(home, folder, 'package.json'), JSON.stringify({ scripts: { deploy } }));
beforeEach(() => {
	workspace.everywhere = false;
	home = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-tasks-')));
	workspace.folders = ['web', 'shop'].map(name => ({ name, uri: { fsPath: join(home, name) } }));
	['web', 'shop'].forEach(name => mkdirSync(join(home, name)));
});

test.each(['with a script of that name in the first folder', 'without one'])(
	'the digest of a task follows the script of its own folder, %s',
	async where => {
		if (where.startsWith('with a')) {
			write('web', 'echo web');
		}
		write('shop', 'echo shop');
		const first = await runDigests(RUN_TASK);
		expect(await runDigests(RUN_TASK)).toEqual(first);
		write('shop', 'curl evil');
		expect(await runDigests(RUN_TASK)).not.toEqual(first);
	},
);

test('where several folders have a task, a yes to that of one is none to that of another', async () => {
	workspace.everywhere = true;
	write('web', 'echo web');
	write('shop', 'curl evil');
	const of = (input: Record<string, unknown>) => runDigests({ ...RUN_TASK, input: { name: 'deploy', ...input } });
	const [web = '', ...more] = await of({ folder: 'web' });
	expect(more).toEqual([]);
	const [shop = ''] = await of({ folder: 'shop' });
	expect(shop).not.toBe(web);
	expect(await of({})).toEqual([web, shop]);
	// Its source is found as whoever runs it finds it.
	expect(await of({ folder: 'web', source: 'NPM' })).toEqual([web]);
	const rule: Rule = { decision: 'allow', tool: 'task_run', digest: web };
	const decisionFor = async (input: Record<string, unknown>) => {
		const call: PolicyCall = {
			...{ tool: 'task_run', effect: 'runs', agent: 'codex', folders: ['/p'], paths: [], onlyThesePaths: false },
			digests: await of(input),
		};
		return decide(call, [rule], 'ask', 0).decision;
	};
	expect(await decisionFor({ folder: 'web' })).toBe('allow');
	expect(await decisionFor({ folder: 'shop' })).toBe('ask');
	expect(await decisionFor({})).toBe('ask');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { howOften } from '../support/how-often.ts';
import { call, connectHttp, connectStdio, textOf } from '../support/mcp-clients.ts';
import { type OpenWindow, startWorkbench, type Workbench } from '../support/workbench.ts';

/** Three windows on a folder each and one on two folders; eight agents that ask all of them in turn. */
const CALLS = howOften('HAWSER_SOAK_CALLS', 1000);
const AGENTS = 8;

let workbench: Workbench;
let windows: Pick<OpenWindow, 'window' | 'entry' | 'folder'>[];
let roots: string[];
beforeAll(async () => {
	workbench = await startWorkbench();
	windows = [];
	for (const name of ['one', 'two', 'three']) {
		windows.push(await workbench.open(workbench.copyProject('shop', name)));
	}
	const folders = ['four', 'five'].map(name => workbench.copyProject('shop', name));
	const file = join(workbench.makeFolder('six'), 'multi.code-workspace');
	writeFileSync(file, JSON.stringify({ folders: folders.map(path => ({ path })) }));
	const window = await workbench.editor.openWindow(file);
	windows.push({ window, entry: await workbench.entryOf(folders[0] ?? ''), folder: file });
	roots = [...windows.slice(0, 3).map(({ folder }) => folder), ...folders];
});
afterAll(async () => {
	await workbench[Symbol.asyncDispose]();
});

test(`none of at least ${CALLS} calls of ${AGENTS} agents to five projects is wrong or lost while windows reload, die and close`, async () => {
	const agents: Client[] = [];
	for (let index = 0; index < AGENTS; index++) {
		const window = windows[index % windows.length];
		// Half of them over stdio, half over HTTP to the third window, which stays; each asks for all projects.
		agents.push(
			index % 2 === 0
				? await connectStdio({ env: workbench.env, cwd: roots[index % roots.length] ?? '' })
				: await connectHttp((windows[2] ?? window)?.entry ?? fail()),
		);
	}
	let asked = 0;
	let disturbing = true;
	const wrong: string[] = [];
	const refusals = new Map<string, number>();
	const counts = { answered: 0 };

	const askOne = async (agent: Client, number: number) => {
		const root = roots[number % roots.length] ?? '';
		const result = await call(agent, 'window_status', { projectRoot: join(root, 'src') });
		const envelope = result.structuredContent as { ok: boolean; data?: { folders: { path: string }[] } };
		if (envelope.ok) {
			counts.answered++;
			const folders = envelope.data?.folders.map(({ path }) => path) ?? [];
			if (!folders.includes(root)) {
				wrong.push(`${root} was answered by ${folders.join(', ')}`);
			}
			return;
		}
		const code = /^\[(E_\w+)\]/.exec(textOf(result))?.[1] ?? textOf(result);
		refusals.set(code, (refusals.get(code) ?? 0) + 1);
		// A window that is away is asked again, as an agent would; nothing else may be refused.
		await eventually(async () => {
			const again = await call(agent, 'window_status', { projectRoot: root });
			expect(again.isError).toBeFalsy();
		});
		counts.answered++;
	};
	const worker = async (agent: Client) => {
		while (asked < CALLS || disturbing) {
			await askOne(agent, asked++);
		}
	};
	const work = Promise.all(agents.map(worker));
	await disturb(() => asked).finally(() => (disturbing = false));
	await work;

	expect(wrong).toEqual([]);
	expect(counts.answered).toBe(asked);
	expect(asked).toBeGreaterThanOrEqual(CALLS);
	// Windows were away while they were asked for: without a refusal the disturbance was none.
	expect(refusals.size).toBeGreaterThan(0);
	expect([...refusals.keys()].filter(code => !['E_NO_WINDOW', 'E_WINDOW_GONE'].includes(code))).toEqual([]);
	await Promise.all(agents.map(agent => agent.close()));
});

/** Reloads the first window, kills the second one's extension host, closes the window on two folders and opens it again. */
async function disturb(asked: () => number): Promise<void> {
	const [first, second, , multi] = windows;
	if (!first || !second || !multi) {
		fail();
	}
	const until = (share: number) => eventually(() => expect(asked()).toBeGreaterThan(CALLS * share), 170_000);
	await until(0.1);
	await first.window.reload();
	await until(0.3);
	process.kill(second.entry.pid, 'SIGKILL');
	await until(0.5);
	await multi.window.close();
	await workbench.editor.openWindow(multi.folder);
}

function fail(): never {
	throw new Error('A window is missing.');
}

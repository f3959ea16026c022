import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Data } from '../support/debug-client.ts';
import { eventually } from '../support/eventually.ts';
import { useDebugger } from '../support/use-debugger.ts';

const { open, agent } = useDebugger();
const call = (tool: string, input: Data = {}) => agent().call(tool, input);
const file = (name: string) => join(open().folder, name);

const local = (data: Data, name: string) =>
	(data['locals'] as { name: string; value: string }[]).find(l => l.name === name);

describe('plain Node', () => {
	test('stops at a breakpoint, evaluates, steps, shows variables, goes on and exits', async () => {
		expect(await call('breakpoint_set', { path: 'totals.js', line: 2 })).toMatchObject({
			breakpoint: { kind: 'line', path: 'totals.js', line: 2, verified: 'no_session' },
		});
		const started = await call('debug_start', { path: 'totals.js' });
		expect(started).toMatchObject({
			event: 'stopped',
			reason: 'breakpoint',
			path: 'totals.js',
			line: 2,
			functionName: expect.stringContaining('add') as string,
			session: { state: 'stopped' },
			configurations: [{ type: 'node', request: 'launch', program: '${workspaceFolder}/totals.js' }],
		});
		expect(started['source']).toContainEqual({ line: 2, text: '\tconst result = sum + price;' });
		expect(local(started, 'price')).toMatchObject({ value: '3', type: 'number' });
		expect(started['unbound']).toBeUndefined();
		expect(await call('breakpoint_list')).toMatchObject({ breakpoints: [{ verified: 'yes', boundLine: 2 }] });

		expect(await call('debug_evaluate', { expression: 'sum + price * 10' })).toMatchObject({
			result: '30',
			type: 'number',
		});
		expect(await call('debug_set_variable', { name: 'price', value: '90 + 10' })).toMatchObject({
			previous: '3',
			variable: { value: '100' },
		});
		const stepped = await call('debug_step_over');
		expect(stepped).toMatchObject({ event: 'stopped', reason: 'step', line: 3, path: 'totals.js' });
		expect(local(stepped, 'result')).toMatchObject({ value: '100' });

		const stack = await call('debug_stack', { levels: 3 });
		const frames = stack['frames'] as { frameId: number; path: string; line: number; text: string }[];
		expect(frames.slice(0, 3)).toMatchObject([
			{ path: 'totals.js', line: 3, text: 'return result;' },
			{ path: 'totals.js', line: 9, text: 'sum = add(sum, price);' },
			{ path: 'totals.js', line: 15 },
		]);
		expect(stack['nextFrame']).toBe(3);
		const caller = frames[1]?.frameId;
		expect(await call('debug_evaluate', { expression: 'prices.length', frameId: caller })).toMatchObject({
			result: '3',
		});
		expect(await call('debug_scopes', { frameId: caller })).toMatchObject({ scopes: expect.any(Array) as unknown });
		const listed = await call('debug_list_variables', { frameId: caller, scope: 'local', maxDepth: 1 });
		expect(listed['variables']).toContainEqual(expect.objectContaining({ level: 1, name: 'price', value: '3' }));
		expect(listed['variables']).toContainEqual(expect.objectContaining({ level: 2, name: '2', value: '5' }));

		// The debugger stands at the call that has returned, or at what comes after it.
		expect([8, 9]).toContain((await call('debug_step_out'))['line']);
		await call('breakpoint_remove', { path: 'totals.js', line: 2 });
		const ended = await call('debug_continue');
		expect(ended).toMatchObject({ event: 'ended' });
		expect(ended['output']).toContain('Ada pays 109');
		expect(await call('debug_status')).toMatchObject({ isActive: false, isPaused: false, sessions: [] });
	});

	test('stops at the first line, steps into a call, and stops again after a restart', async () => {
		const entry = await call('debug_start', { configuration: 'Totals', stopOnEntry: true });
		expect(entry).toMatchObject({ event: 'stopped', path: 'totals.js' });
		await call('breakpoint_set', { path: 'totals.js', line: 9 });
		expect(await call('debug_continue')).toMatchObject({ line: 9, reason: 'breakpoint' });
		expect(await call('debug_step_into')).toMatchObject({
			line: 2,
			functionName: expect.stringContaining('add') as string,
		});
		const again = await call('debug_restart');
		expect(again).toMatchObject({ event: 'stopped', path: 'totals.js' });
		expect((again['session'] as Data)['id']).not.toBe((entry['session'] as Data)['id']);
	});

	test('conditions, hit counts and log messages work', async () => {
		await call('breakpoint_set', { path: 'totals.js', line: 2, condition: 'price === 4' });
		await call('breakpoint_set', { path: 'totals.js', line: 3, hitCondition: '3' });
		await call('breakpoint_set', { path: 'totals.js', line: 9, logMessage: 'next is {price}' });
		const first = await call('debug_start', { path: 'totals.js' });
		expect(local(first, 'price')).toMatchObject({ value: '4' });
		const second = await call('debug_continue');
		expect(second).toMatchObject({ line: 3 });
		expect(local(second, 'price')).toMatchObject({ value: '5' });
		expect((await call('debug_continue'))['output']).toEqual(
			expect.arrayContaining(['next is 3', 'next is 4', 'next is 5']),
		);
	});

	test('the same place is changed, not doubled; a user’s breakpoints are listed too', async () => {
		await open().window.evaluate(
			`const place = new vscode.Location(vscode.Uri.file(args.path), new vscode.Position(10, 0));
			vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place, false)]);`,
			{ path: file('totals.js') },
		);
		await call('breakpoint_set', { path: 'totals.js', line: 2 });
		expect(await call('breakpoint_add', { path: file('totals.js'), line: 2, condition: 'sum > 0' })).toMatchObject({
			updated: true,
			breakpoint: { path: 'totals.js', condition: 'sum > 0' },
		});
		expect(await call('breakpoint_list')).toMatchObject({
			total: 2,
			breakpoints: expect.arrayContaining([
				expect.objectContaining({ line: 11, enabled: false }),
				expect.objectContaining({ line: 2, enabled: true, condition: 'sum > 0' }),
			]) as unknown,
		});
		expect(await call('breakpoint_clear_file', { path: 'totals.js' })).toMatchObject({ cleared: 2 });
	});

	test('a breakpoint in a running program tells whether it bound, and a blank line is warned of', async () => {
		await call('debug_start', { path: 'server.js', wait: false });
		await eventually(async () => expect(await agent().read('dap_logs')).toContain('serving'));
		await eventually(async () =>
			expect(await call('breakpoint_set', { path: 'server.js', line: 3 })).toMatchObject({
				breakpoint: { verified: 'yes', line: 3, boundLine: 4 },
			}),
		);
		expect(await call('debug_wait_for_hit')).toMatchObject({ event: 'stopped', path: 'server.js', line: 4 });
		expect(await call('breakpoint_set', { path: 'quick.js', line: 1 })).toMatchObject({
			breakpoint: { verified: 'no', message: expect.any(String) as string },
		});
		expect(await call('breakpoint_set', { path: 'server.js', line: 2 })).toMatchObject({
			warning: expect.stringContaining('blank') as string,
		});
	});

	test('pauses a program that runs, and waits for the next hit', async () => {
		expect(await call('debug_start', { configuration: 'Server', wait: false })).toMatchObject({ event: 'running' });
		expect(await call('debug_pause')).toMatchObject({ event: 'stopped' });
		expect(await call('debug_pause')).toMatchObject({ event: 'stopped' });
		await call('breakpoint_set', { path: 'server.js', line: 4 });
		expect(await call('debug_continue')).toMatchObject({ event: 'stopped', path: 'server.js', line: 4 });
		expect(await call('debug_wait_for_hit')).toMatchObject({ line: 4 });
		expect(await call('debug_stop')).toMatchObject({ stoppedCount: 2 });
	});

	test('stops at uncaught exceptions only, or at all of them', async () => {
		expect(await call('breakpoint_set', { exceptions: ['uncaught'] })).toMatchObject({
			breakpoint: { kind: 'exceptions', verified: 'no_session' },
		});
		const uncaught = await call('debug_start', { path: 'throws.js' });
		expect(uncaught).toMatchObject({ reason: 'exception', path: 'throws.js', line: 3 });
		expect(uncaught['text']).toContain('no luck');
		expect(await call('breakpoint_list')).toMatchObject({ breakpoints: [{ kind: 'exceptions', verified: 'yes' }] });
		expect(await call('debug_continue')).toMatchObject({ event: 'ended', exitCode: 1 });

		await call('breakpoint_set', { exceptions: ['all'] });
		const caught = await call('debug_start', { path: 'throws.js' });
		expect(caught['text']).toContain('no catch');
		await call('breakpoint_remove', { exceptions: ['all', 'uncaught'] });
		expect(await call('debug_continue')).toMatchObject({ event: 'ended', exitCode: 1 });
	});

	test('a program that ends at once is told with its output, and with breakpoints that never bound', async () => {
		await call('breakpoint_set', { path: 'server.js', line: 4 });
		const ended = await call('debug_start', { path: 'quick.js' });
		expect(ended).toMatchObject({ event: 'ended', unbound: [{ path: 'server.js', line: 4 }] });
		expect(ended['output']).toContain('quick is done');
	});

	test('20,000 values, cycles and long texts stay within the budget, and pages reach the rest', async () => {
		await call('breakpoint_set', { path: 'large.js', line: 7 });
		await call('debug_start', { path: 'large.js' });
		const listed = await call('debug_list_variables', { scope: 'local' });
		expect(listed['truncated']).toBe(true);
		expect(JSON.stringify(listed).length).toBeLessThan(11_000);
		const { variablesReference } = await call('debug_evaluate', { expression: 'groups' });
		const names: string[] = [];
		for (let start: unknown = 0; start !== undefined; ) {
			const page = await call('debug_get_variable', { variablesReference, start, count: 90, filter: 'indexed' });
			names.push(...(page['children'] as { name: string }[]).map(({ name }) => name));
			start = page['nextStart'];
		}
		expect(names.filter(name => /^\d+$/.test(name))).toEqual(Array.from({ length: 200 }, (_, index) => String(index)));
		const long = await call('debug_evaluate', { expression: 'long', context: 'clipboard' });
		expect(long).toMatchObject({ resultLength: expect.any(Number) as number });
		expect(String(long['result']).length).toBeLessThanOrEqual(10_000);
	});

	test('a large value is saved as JSON Lines, all of it', async () => {
		await call('breakpoint_set', { path: 'large.js', line: 7 });
		await call('debug_start', { path: 'large.js' });
		const saved = await call('debug_save_variable', {
			expression: 'groups.flat()',
			outputPath: 'out/items.jsonl',
			pageSize: 3000,
		});
		expect(saved).toMatchObject({ path: 'out/items.jsonl', indexed: 20_000 });
		const lines = readFileSync(file('out/items.jsonl'), 'utf8').trim().split('\n');
		expect(lines.length).toBeGreaterThanOrEqual(20_000);
		expect(JSON.parse(lines[19_999] ?? '')).toMatchObject({
			name: '19999',
			value: expect.stringContaining('19999') as string,
		});
		expect(
			await call('debug_save_variable', { expression: 'groups[0]', outputPath: 'out/few.jsonl', maxItems: 5 }),
		).toMatchObject({
			indexed: 5,
			truncatedByLimit: true,
		});
	});
});

describe('more than one session', () => {
	test('each worker thread is reached by its session id', async () => {
		await call('breakpoint_set', { path: 'worker.js', line: 10 });
		await call('breakpoint_set', { path: 'worker.js', line: 6 });
		const inWorker = await call('debug_start', { path: 'worker.js' });
		expect(inWorker).toMatchObject({ event: 'stopped', line: 10 });
		expect(local(inWorker, 'doubled')).toMatchObject({ value: '42' });
		const threads = (await call('debug_threads'))['threads'] as { stopped: boolean }[];
		expect(threads.map(({ stopped }) => stopped).sort()).toEqual([false, true]);
		const { id } = inWorker['session'] as { id: string };
		expect(await call('debug_evaluate', { expression: 'workerData', sessionId: id })).toMatchObject({ result: '21' });
		expect(await call('debug_continue')).toMatchObject({ event: 'stopped', line: 6 });
		expect(await call('debug_continue')).toMatchObject({ event: 'ended' });
	});

	test('child processes are debugged as well', async () => {
		await call('breakpoint_set', { path: 'child.js', line: 2 });
		await call('breakpoint_set', { path: 'parent.js', line: 5 });
		const inChild = await call('debug_start', { path: 'parent.js' });
		expect(inChild).toMatchObject({ event: 'stopped', path: 'child.js', line: 2 });
		expect(local(inChild, 'answer')).toMatchObject({ value: '42' });
		const next = await call('debug_continue');
		expect(next).toMatchObject({ event: 'stopped', path: 'parent.js', line: 5 });
		expect(await call('debug_continue')).toMatchObject({ event: 'ended' });
	});

	test('a compound starts all its members, and with stopAll they end together', async () => {
		await call('breakpoint_set', { path: 'totals.js', line: 2 });
		const started = await call('debug_start', { configuration: 'Both' });
		expect(started).toMatchObject({ event: 'stopped', path: 'totals.js' });
		const names = (started['sessions'] as { name: string }[]).map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['Totals', 'Server']));
		await call('breakpoint_clear_project');
		expect(await call('debug_continue')).toMatchObject({ event: 'ended' });
		await eventually(async () => {
			expect(await call('debug_status')).toMatchObject({ isActive: false });
		});
	});

	test('two programs stand at once: the one that stopped last is meant, and the other is named', async () => {
		await call('breakpoint_set', { path: 'totals.js', line: 2 });
		await call('breakpoint_set', { path: 'server.js', line: 4 });
		const first = await call('debug_start', { configuration: 'Totals' });
		const second = await call('debug_start', { configuration: 'Server' });
		expect(second).toMatchObject({ path: 'server.js', alsoStopped: [(first['session'] as Data)['id']] });
		expect(await call('debug_evaluate', { expression: 'typeof ticks' })).toMatchObject({ result: "'number'" });
		const { id } = first['session'] as { id: string };
		expect(await call('debug_evaluate', { expression: 'price', sessionId: id })).toMatchObject({ result: '3' });
	});

	test('attaches to a program that runs already', async () => {
		const program = spawn(process.execPath, ['--inspect=0', file('server.js')], {
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		try {
			const port = await new Promise<number>((resolve, reject) => {
				let said = '';
				program.stderr.on('data', (chunk: Buffer) => {
					said += chunk.toString();
					const found = /ws:\/\/[^:]+:(\d+)\//.exec(said)?.[1];
					if (found !== undefined) {
						resolve(Number(found));
					}
				});
				program.on('exit', () => reject(new Error(`It did not listen: ${said}`)));
			});
			await call('breakpoint_set', { path: 'server.js', line: 4 });
			const config = {
				name: 'Attached',
				type: 'node',
				request: 'attach',
				address: '127.0.0.1',
				port,
				continueOnAttach: true,
			};
			const stopped = await call('debug_start', { config });
			expect(stopped).toMatchObject({ event: 'stopped', path: 'server.js', line: 4 });
			await call('breakpoint_clear_project');
			await call('debug_stop');
			expect(program.exitCode).toBeNull();
		} finally {
			program.kill();
			await once(program, 'exit');
		}
	});
});

describe('TypeScript', () => {
	test('places are those of the source where there are source maps', async () => {
		execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', file('typescript')]);
		await call('breakpoint_set', { path: 'typescript/prices.ts', line: 10 });
		const config = {
			name: 'TypeScript',
			type: 'node',
			request: 'launch',
			program: '${workspaceFolder}/typescript/out/main.js',
			outFiles: ['${workspaceFolder}/typescript/out/**/*.js'],
		};
		const stopped = await call('debug_start', { config });
		expect(stopped).toMatchObject({ event: 'stopped', path: 'typescript/prices.ts', line: 10 });
		expect(stopped['source']).toContainEqual({ line: 10, text: '\t\t\tbest = item;' });
		expect(local(stopped, 'item')).toMatchObject({ value: expect.stringContaining('pear') as string });
		expect(await call('debug_step_over')).toMatchObject({ path: 'typescript/prices.ts' });
		const { frames } = (await call('debug_stack', { levels: 2 })) as { frames: { path: string }[] };
		expect(frames.map(({ path }) => path)).toEqual(['typescript/prices.ts', 'typescript/main.ts']);
	});
});

describe('start', () => {
	test('a configuration starts after the task that has to run first', async () => {
		expect(await call('debug_start', { configuration: 'After a good task' })).toMatchObject({ event: 'ended' });
	});

	test('the agent answers the questions of the configuration', async () => {
		const ended = await call('debug_start', { configuration: 'Asks', inputs: { program: 'quick.js' } });
		expect(ended['output']).toContain('quick is done');
	});

	test('names what can be started and what cannot', async () => {
		const { configurations } = (await call('debug_configurations')) as {
			configurations: { name: string; problem?: string }[];
		};
		const problems = Object.fromEntries(configurations.map(({ name, problem = '' }) => [name, problem]));
		expect(problems).toMatchObject({
			Totals: '',
			Both: '',
			Half: expect.stringContaining('Missing') as string,
			Cobol: expect.stringContaining('cobol') as string,
			Asks: expect.stringContaining('${input:program}') as string,
		});
	});

	test('a launch.json that was written a moment ago counts', async () => {
		const path = file('.vscode/launch.json');
		const before = readFileSync(path, 'utf8');
		writeFileSync(path, before.replace('"name": "Quick"', '"name": "Quicker"'));
		try {
			expect(await call('debug_start', { configuration: 'Quicker' })).toMatchObject({ event: 'ended' });
		} finally {
			writeFileSync(path, before);
		}
	});

	test('unsaved edits are left alone and named', async () => {
		await open().window.evaluate(
			`const document = await vscode.workspace.openTextDocument(args.path);
			const editor = await vscode.window.showTextDocument(document);
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '// typed '));`,
			{ path: file('quick.js') },
		);
		expect(await call('debug_start', { path: 'totals.js' })).toMatchObject({ unsaved: ['quick.js'] });
		expect(await open().window.evaluate('return vscode.window.activeTextEditor.document.isDirty')).toBe(true);
		await open().window.executeCommand('workbench.action.revertAndCloseActiveEditor');
	});
});

test('nothing takes the focus from the user', async () => {
	const { window } = open();
	await window.evaluate(
		`await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(args.path), { preview: false });
		await vscode.commands.executeCommand('workbench.view.explorer');
		await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');`,
		{ path: file('quick.js') },
	);
	const seen = async () => ({
		active: await window.evaluate('return vscode.window.activeTextEditor?.document.fileName'),
		tabs: await window.evaluate('return vscode.window.tabGroups.all.flatMap(g => g.tabs).map(t => t.label)'),
		focus: await window.page.evaluate('document.activeElement?.closest(".part")?.id'),
		views: await window.page.locator('.sidebar .composite.title h2').allInnerTexts(),
	});
	const before = await seen();
	expect(before.active).toBe(file('quick.js'));
	await call('breakpoint_set', { path: 'totals.js', line: 2 });
	await call('debug_start', { path: 'totals.js' });
	await call('debug_step_over');
	await call('debug_continue');
	expect(await seen()).toEqual(before);
	await call('breakpoint_clear_project');
	await call('debug_continue');
	expect(await seen()).toEqual(before);
});

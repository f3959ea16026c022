import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

const STEPS = 60;
const WARM_UP = 15;

/**
 * Ours against VS Code's own step, taking turns: from its command until the adapter's answer with the new top frame comes by,
 * which is when VS Code can show it. The adapter's part of our steps, from the request to its `stopped`, is in the detail.
 */
export const debugStep: Benchmark = {
	name: 'debug-step',
	async run(window) {
		const { entry, folder, window: editor } = await window();
		writeFileSync(join(folder, 'steps.js'), PROGRAM);
		await editor.evaluate(TRACK_STEPS);
		const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
		const call = async (tool: string, input: object = {}) => {
			const answer = await poster.post(JSON.stringify({ tool, input }));
			if (!answer.includes('"ok":true')) {
				throw new Error(`${tool} failed: ${answer}`);
			}
		};
		const timed = async (input: object) => {
			const startedAt = performance.now();
			await call('debug_step_over', { timeout: 60_000, ...input });
			return performance.now() - startedAt;
		};
		await call('breakpoint_set', { path: 'steps.js', line: 3 });
		await call('debug_start', { path: 'steps.js', timeout: 120_000 });
		const times = { own: [] as number[], ours: [] as number[], adapter: [] as number[], withLocals: [] as number[] };
		for (let step = 0; step < STEPS + WARM_UP; step++) {
			times.own.push(Number(await editor.evaluate(STEP_OF_VS_CODE)));
			times.ours.push(await timed({ locals: false }));
			times.adapter.push(Number(await editor.evaluate('return globalThis.hawserBench.adapter')));
			times.withLocals.push(await timed({}));
		}
		await call('debug_stop');
		await call('breakpoint_clear_project');
		poster.close();
		const [own, ours, adapter, withLocals] = [times.own, times.ours, times.adapter, times.withLocals].map(samples =>
			median(samples.slice(WARM_UP)),
		);
		return {
			name: 'debug-step',
			title: "A step with place and source, against VS Code's own step until it has the new top frame",
			value: (ours ?? NaN) / (own ?? NaN),
			bar: 1.3,
			unit: 'x',
			detail:
				`p50 ${ours?.toFixed(1)} ms against ${own?.toFixed(1)} ms; ` +
				`the adapter alone ${adapter?.toFixed(1)} ms; with locals ${withLocals?.toFixed(1)} ms`,
		};
	},
};

const PROGRAM = `
let sum = 0;
for (let index = 0; index < 1e9; index++) {
	sum += index;
	sum -= 1;
}
`;

const TRACK_STEPS = `
	const bench = (globalThis.hawserBench = { adapter: 0, onFrame() {} });
	let askedAt;
	let stopped = false;
	vscode.debug.registerDebugAdapterTrackerFactory('*', {
		createDebugAdapterTracker: session => ({
			onWillReceiveMessage({ command }) {
				if (command === 'next') {
					askedAt = performance.now();
					stopped = false;
				}
			},
			onDidSendMessage({ event, command, body }) {
				if (event === 'stopped') {
					bench.thread = { sessionId: session.id, threadId: 'thread:' + session.id + ':' + body.threadId };
					bench.adapter = performance.now() - askedAt;
					stopped = true;
				}
				if (command === 'stackTrace' && stopped) {
					bench.onFrame();
				}
			},
		}),
	});
`;

const STEP_OF_VS_CODE = `
	const bench = globalThis.hawserBench;
	const startedAt = performance.now();
	const framed = new Promise(resolve => (bench.onFrame = () => resolve(performance.now() - startedAt)));
	vscode.commands.executeCommand('workbench.action.debug.stepOver', '', bench.thread);
	return framed;
`;

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

const STEPS = 60;
const WARM_UP = 15;

/** The adapter's own time is taken in the same run, at the same steps: from the request reaching it to its `stopped`. */
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
			return answer;
		};
		await call('breakpoint_set', { path: 'steps.js', line: 3 });
		await call('debug_start', { path: 'steps.js', timeout: 120_000 });
		const ours: number[] = [];
		const withLocals: number[] = [];
		for (let step = 0; step < STEPS + WARM_UP; step++) {
			ours.push(await time(() => call('debug_step_over', { timeout: 60_000, locals: false })));
		}
		const adapter = (await editor.evaluate('return [...globalThis.hawserBenchSteps]')) as number[];
		for (let step = 0; step < STEPS; step++) {
			withLocals.push(await time(() => call('debug_step_over', { timeout: 60_000 })));
		}
		await call('debug_stop');
		await call('breakpoint_clear_project');
		poster.close();
		const [our, base] = [median(ours.slice(WARM_UP)), median(adapter.slice(WARM_UP))];
		return {
			name: 'debug-step',
			title:
				'A step with place, source and locals, against what the adapter needs from the request to its stopped event',
			value: our / base,
			bar: 1.3,
			unit: 'x',
			detail: `p50 ${our.toFixed(1)} ms against ${base.toFixed(1)} ms, with locals too ${median(withLocals).toFixed(1)} ms`,
		};
	},
};

async function time(action: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await action();
	return performance.now() - startedAt;
}

const PROGRAM = `
let sum = 0;
for (let index = 0; index < 1e9; index++) {
	sum += index;
	sum -= 1;
}
`;

const TRACK_STEPS = `
	const steps = (globalThis.hawserBenchSteps = []);
	let askedAt;
	vscode.debug.registerDebugAdapterTrackerFactory('*', {
		createDebugAdapterTracker: () => ({
			onWillReceiveMessage({ command }) {
				if (command === 'next') {
					askedAt = performance.now();
				}
			},
			onDidSendMessage({ event }) {
				if (event === 'stopped' && askedAt !== undefined) {
					steps.push(performance.now() - askedAt);
					askedAt = undefined;
				}
			},
		}),
	});
`;

import type { EditorWindow } from '@hawser/headless/window.ts';
import { openActivity } from '../../tests/support/activity-page.ts';
import { createPoster, type Poster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

const CALLS = 20_000;
const ROUNDS = 10;
const AT_ONCE = 8;

/** Calls with the view open, against the same calls with the view closed, in turns, so that the rest of the machine hits both alike. */
export const activityView: Benchmark = {
	name: 'activity-view',
	async run(given) {
		const { window, entry } = await given();
		const posters = Array.from({ length: AT_ONCE }, () =>
			createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` }),
		);
		const delays = { open: [] as number[], closed: [] as number[] };
		const heaps = { open: [] as number[], closed: [] as number[] };
		try {
			for (let round = 0; round <= ROUNDS; round++) {
				for (const way of ['closed', 'open'] as const) {
					await (way === 'open' ? openActivity(window) : window.executeCommand('workbench.view.explorer'));
					const delay = await delayOf(window, () => callMany(posters, CALLS / ROUNDS / 2));
					const heap = await heapOf(window);
					// The first round fills the history, and warms up what the compiler has not seen yet.
					if (round > 0) {
						delays[way].push(delay);
						heaps[way].push(heap);
					}
				}
			}
		} finally {
			posters.forEach(poster => poster.close());
		}
		const delay = { open: median(delays.open), closed: median(delays.closed) };
		const heap = { open: median(heaps.open), closed: median(heaps.closed) };
		return {
			name: 'activity-view',
			title: `Memory and event-loop delay of the window over ${CALLS} calls with the view of activity open, against closed`,
			value: Math.max(delay.open / delay.closed, heap.open / heap.closed),
			bar: 1.1,
			unit: 'x',
			detail: `mean delay ${delay.open.toFixed(2)} ms against ${delay.closed.toFixed(2)} ms, heap ${heap.open.toFixed(1)} MB against ${heap.closed.toFixed(1)} MB`,
		};
	},
};

async function callMany(posters: readonly Poster[], calls: number): Promise<void> {
	const body = JSON.stringify({ tool: 'file_read', input: { path: 'src/cart.ts' } });
	await Promise.all(
		posters.map(async poster => {
			for (let index = 0; index < calls / posters.length; index++) {
				await poster.post(body);
			}
		}),
	);
}

/** Milliseconds that the extension host was late, on average. */
async function delayOf(window: EditorWindow, work: () => Promise<void>): Promise<number> {
	await window.evaluate(
		`globalThis.hawserDelay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 });
		globalThis.hawserDelay.enable();`,
	);
	await work();
	return Number(
		await window.evaluate(
			`const delay = globalThis.hawserDelay;
			delay.disable();
			delete globalThis.hawserDelay;
			return delay.mean / 1e6 - 5;`,
		),
	);
}

/** Megabytes that are in use after everything that is not has been collected. */
async function heapOf(window: EditorWindow): Promise<number> {
	return Number(
		await window.evaluate(
			`require('node:v8').setFlagsFromString('--expose-gc');
			require('node:vm').runInNewContext('gc')();
			return process.memoryUsage().heapUsed / 1e6;`,
		),
	);
}

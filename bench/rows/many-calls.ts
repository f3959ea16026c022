import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callAtOnce, connectSurfaces } from '../../tests/support/surfaces.ts';
import type { Benchmark } from '../row.ts';

const CALLS = 500;

export const manyCalls: Benchmark = {
	name: 'many-calls',
	async run(given) {
		const { window, entry, folder, env } = await given();
		const defined = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
		const surfaces = await connectSurfaces({ window, entry, folder, env: Object.fromEntries(defined) });
		const lines = Array.from({ length: CALLS }, (_, index) => `const line${index + 1} = ${index + 1};`);
		writeFileSync(join(folder, 'many.ts'), `${lines.join('\n')}\n`);
		try {
			await callAtOnce(window, surfaces, 'many.ts', lines);
			const { wrong, delay } = await callAtOnce(window, surfaces, 'many.ts', lines);
			if (wrong.length > 0) {
				throw new Error(`Wrong answers: ${JSON.stringify(wrong).slice(0, 500)}`);
			}
			return {
				name: 'many-calls',
				title: `Event-loop delay of the window (p99) under ${CALLS} calls at once by every way in`,
				value: delay.p99,
				bar: 50,
				unit: 'ms',
				detail: `p50 ${delay.p50.toFixed(1)} ms, p99 ${delay.p99.toFixed(1)} ms; ${surfaces.byName.size} ways in`,
			};
		} finally {
			await surfaces.close();
		}
	},
};

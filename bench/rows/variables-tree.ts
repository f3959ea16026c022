import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

const ROUNDS = 5;
/** Characters that an answer may have, its envelope included. */
const MAX_ANSWER_SIZE = 25_000;

export const variablesTree: Benchmark = {
	name: 'variables-tree',
	async run(window) {
		const { entry, folder } = await window();
		writeFileSync(join(folder, 'tree.js'), PROGRAM);
		const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
		const call = async (tool: string, input: object = {}) => {
			const answer = await poster.post(JSON.stringify({ tool, input }));
			if (!answer.includes('"ok":true')) {
				throw new Error(`${tool} failed: ${answer}`);
			}
			return answer;
		};
		await call('breakpoint_set', { path: 'tree.js', line: 5 });
		await call('debug_start', { path: 'tree.js', timeout: 120_000 });
		const times: number[] = [];
		let largest = 0;
		for (let round = 0; round < ROUNDS; round++) {
			const startedAt = performance.now();
			const answer = await call('debug_list_variables', { scope: 'local', maxDepth: 5 });
			times.push(performance.now() - startedAt);
			largest = Math.max(largest, answer.length);
		}
		await call('debug_stop');
		await call('breakpoint_clear_project');
		poster.close();
		if (largest > MAX_ANSWER_SIZE) {
			throw new Error(`The answer has ${largest} characters.`);
		}
		return {
			name: 'variables-tree',
			title: 'Variables of a frame with 20,000 values below it, to depth 5, within the budget of an answer',
			value: median(times),
			bar: 2000,
			unit: 'ms',
			detail: `p50 of ${ROUNDS}, at most ${largest} characters with text and data`,
		};
	},
};

const PROGRAM = `const groups = Array.from({ length: 100 }, (_, group) =>
	Array.from({ length: 100 }, (_, item) => ({ id: group * 100 + item })),
);
const total = groups.flat().length;
console.log(total);
`;

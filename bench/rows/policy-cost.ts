import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

const RULES = 50;
const BLOCKS = 30;
const CALLS = 100;
/** The first calls of a block read the file of rules anew. */
const WARM_UP = 10;

/** A user's rules about commands, agents, folders, effects and times; none decides about the call that is measured. */
function someRules(folder: string): readonly object[] {
	const kinds: readonly ((index: number) => object)[] = [
		index => ({ decision: 'allow', tool: 'terminal_run', command: ['npm', `script-${index}`], folder }),
		index => ({ decision: 'deny', tool: 'git_*', agent: `agent-${index}*` }),
		index => ({ decision: 'ask', effect: ['lasts'], folder: `/elsewhere/${index}` }),
		index => ({ decision: 'deny', tool: 'file_*', path: `secrets-${index}/**` }),
		() => ({ decision: 'deny', until: '2020-01-01T00:00:00Z' }),
	];
	return Array.from({ length: RULES }, (_, index) => kinds[index % kinds.length]?.(index) ?? {});
}

export const policyCost: Benchmark = {
	name: 'policy-cost',
	async run(window) {
		const { entry, folder, env } = await window();
		const file = join(env['HAWSER_HOME'] ?? '', 'rules.json');
		const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
		const body = JSON.stringify({ tool: 'file_read', input: { path: 'src/cart.ts' } });
		const answer = await poster.post(body);
		if (!answer.includes('"ok":true')) {
			throw new Error(`The call did not succeed: ${answer}`);
		}
		/** In turns of many calls, because each change of the file costs the next call the reading of it. */
		const block = async (): Promise<readonly number[]> => {
			const times: number[] = [];
			for (let index = 0; index < CALLS + WARM_UP; index++) {
				const startedAt = performance.now();
				await poster.post(body);
				if (index >= WARM_UP) {
					times.push(performance.now() - startedAt);
				}
			}
			return times;
		};
		const times = { ours: [] as number[], base: [] as number[] };
		try {
			for (let round = 0; round <= BLOCKS; round++) {
				rmSync(file, { force: true });
				const base = await block();
				writeFileSync(file, JSON.stringify({ rules: someRules(folder) }), { mode: 0o600 });
				const ours = await block();
				// The first round warms up what the compiler of the extension host has not seen yet.
				if (round > 0) {
					times.base.push(...base);
					times.ours.push(...ours);
				}
			}
		} finally {
			rmSync(file, { force: true });
			poster.close();
		}
		const [ours, base] = [median(times.ours), median(times.base)];
		return {
			name: 'policy-cost',
			title: `An allowed call with ${RULES} rules of the user, against the same call without rules`,
			value: ours / base,
			bar: 1.05,
			unit: 'x',
			detail: `p50 ${ours.toFixed(3)} ms against ${base.toFixed(3)} ms`,
		};
	},
};

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import { eventually } from '../../tests/support/eventually.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';
import { INITIALIZE, startStdioSession } from '../stdio-session.ts';

const ALLOW = `await vscode.workspace.getConfiguration().update('hawser.fileBridge', args, vscode.ConfigurationTarget.Global)`;

export const fileBridge: Benchmark = {
	name: 'file-bridge',
	async run(given) {
		const { window, env, folder } = await given();
		await window.evaluate(ALLOW, [folder]);
		const host = join(folder, '.hawser/host.json');
		await eventually(() => {
			if (!existsSync(host)) {
				throw new Error('The bridge is not open.');
			}
		});
		const args = [ARTEFACTS.cli, 'mcp', '--workspace', folder, '--transport', 'files'];
		const session = startStdioSession(process.execPath, args, env);
		await session.request('initialize', INITIALIZE);
		const times: number[] = [];
		for (let round = 0; round < 600; round++) {
			const startedAt = performance.now();
			await session.request('tools/call', { name: 'window_status', arguments: {} });
			times.push(performance.now() - startedAt);
		}
		await session.end();
		await window.evaluate(ALLOW, []);
		// The first rounds warm up caches and compilers.
		const counted = times.slice(100).sort((left, right) => left - right);
		return {
			name: 'file-bridge',
			title: 'Call of window_status through hawser mcp --transport files',
			value: median(counted),
			bar: 10,
			unit: 'ms',
			detail: `p50 ${median(counted).toFixed(2)} ms, p99 ${(counted.at(-5) ?? 0).toFixed(2)} ms; VSC-Bridge, which polls: 50 to 150 ms`,
		};
	},
};

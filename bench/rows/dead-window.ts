import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import type { Benchmark } from '../row.ts';
import { INITIALIZE, startStdioSession } from '../stdio-session.ts';

/** Kills the extension host, so no row may follow: the window that VS Code brings back is another one. */
export const deadWindow: Benchmark = {
	name: 'dead-window',
	async run(window) {
		const { entry, env, folder } = await window();
		const session = startStdioSession(process.execPath, [ARTEFACTS.cli, 'mcp', '--workspace', folder], env);
		await session.request('initialize', INITIALIZE);
		const call = () => session.request('tools/call', { name: 'window_status', arguments: {} });
		await call();
		process.kill(entry.pid, 'SIGKILL');
		const startedAt = performance.now();
		const answer = JSON.stringify(await call());
		const milliseconds = performance.now() - startedAt;
		await session.end();
		if (!/E_NO_WINDOW|E_WINDOW_GONE/.test(answer)) {
			throw new Error(`A dead window answered: ${answer}`);
		}
		return {
			name: 'dead-window',
			title: 'From kill -9 of the extension host to the answer that there is no window',
			value: milliseconds,
			bar: 200,
			unit: 'ms',
			detail: /E_[A-Z_]+/.exec(answer)?.[0] ?? '',
		};
	},
};

import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';
import { INITIALIZE, startStdioSession } from '../stdio-session.ts';

export const stdioCall: Benchmark = {
	name: 'stdio-call',
	async run(window) {
		const { barePort, env, folder } = await window();
		const bare = createPoster(barePort, '/');
		const session = startStdioSession(process.execPath, [ARTEFACTS.cli, 'mcp', '--workspace', folder], env);
		await session.request('initialize', INITIALIZE);
		const call = { name: 'window_status', arguments: {} };
		const { ours, base, ratio } = await compare(
			2000,
			500,
			() => session.request('tools/call', call),
			() => bare.post('{}'),
		);
		await session.end();
		bare.close();
		return {
			name: 'stdio-call',
			title: 'Call of window_status through hawser mcp, against a bare loopback request to the same extension host',
			value: ratio,
			bar: 2.2,
			unit: 'x',
			detail: `p50 ${ours.toFixed(3)} ms against ${base.toFixed(3)} ms`,
		};
	},
};

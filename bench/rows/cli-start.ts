import { spawn } from 'node:child_process';
import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';
import { INITIALIZE, startStdioSession } from '../stdio-session.ts';

export const cliStart: Benchmark = {
	name: 'cli-start',
	async run() {
		const { ours, base, ratio } = await compare(30, 3, listTools, startNode);
		return {
			name: 'cli-start',
			title: 'From starting hawser mcp to its answer to tools/list, against node -e 0',
			value: ratio,
			bar: 2.5,
			unit: 'x',
			detail: `p50 ${ours.toFixed(0)} ms against ${base.toFixed(0)} ms on Node ${process.versions.node}`,
		};
	},
};

async function listTools(): Promise<void> {
	const session = startStdioSession(process.execPath, [ARTEFACTS.cli, 'mcp'], process.env);
	void session.request('initialize', INITIALIZE);
	await session.request('tools/list', {});
	void session.end();
}

function startNode(): Promise<void> {
	return new Promise((resolve, reject) => {
		spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
			.on('close', () => resolve())
			.on('error', reject);
	});
}

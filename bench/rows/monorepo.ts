import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeMonorepo } from '../../tests/support/repository/monorepo.ts';
import { createPoster } from '../http-poster.ts';
import { startTsserver } from '../plain-tsserver.ts';
import type { Benchmark } from '../row.ts';
import type { WindowUnderTest } from '../window-under-test.ts';

const SIZE = { packages: 90, files: 10_000, ignored: 50_000 };
const SYMBOL = { path: 'packages/core/src/shared.ts', line: 1, column: 17 };

interface Figures {
	milliseconds: number;
	megabytes: number;
}

let measured: Promise<{ plain: Figures; ours: Figures }> | undefined;

/** A symbol that all projects use, asked for in a server that has loaded its own project, and has to load the others. */
function measure(window: () => Promise<WindowUnderTest>): NonNullable<typeof measured> {
	measured ??= (async () => {
		const open = await window();
		const { entry, folder } = await open.openAnother('monorepo', target => writeMonorepo(target, SIZE));
		const { references, ...plain } = await askPlain(folder);
		const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
		const ask = (tool: string, input: object) => poster.post(JSON.stringify({ tool, input }));
		await ask('diagnostic_list', { path: SYMBOL.path });
		const startedAt = performance.now();
		let answer = '';
		// An agent would ask again just so.
		while (!answer.includes('"freshness":"fresh"')) {
			answer = await ask('symbol_references', { ...SYMBOL, limit: 1 });
		}
		const milliseconds = performance.now() - startedAt;
		poster.close();
		if (!answer.includes(`"total":${references}`)) {
			throw new Error(`There are ${references} references: ${answer.slice(answer.indexOf('"reply"'))}`);
		}
		return { plain, ours: { milliseconds, megabytes: peakMemory(semanticServer(entry.pid)) } };
	})();
	return measured;
}

/** Whoever wants to know it all from the server itself opens one file of every project. */
async function askPlain(folder: string): Promise<Figures & { references: number }> {
	const server = startTsserver();
	const file = join(folder, SYMBOL.path);
	server.notify('open', { file });
	await server.request('semanticDiagnosticsSync', { file });
	const startedAt = performance.now();
	for (let index = 0; index < SIZE.packages - 1; index++) {
		server.notify('open', { file: join(folder, `packages/package${index}/src/uses.ts`) });
	}
	const answer = await server.request('references', { file, line: SYMBOL.line, offset: SYMBOL.column });
	const figures = { milliseconds: performance.now() - startedAt, megabytes: peakMemory(server.pid) };
	server.end();
	return { ...figures, references: (answer as { refs: unknown[] }).refs.length };
}

/** VS Code runs a second one, for the syntax of single files, which has nothing to do with projects. */
function semanticServer(extensionHost: number): number {
	const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
	for (const line of processes.split('\n')) {
		const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
		const isServer = command.includes('tsserver.js') && !/--serverMode\s+partialSemantic/.test(command);
		if (Number(parent) === extensionHost && isServer) {
			return Number(pid);
		}
	}
	throw new Error('The window runs no TypeScript server.');
}

/** In megabytes; what the kernel says is the same for a process of Node and one of Electron. */
function peakMemory(pid: number): number {
	const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return (Number(kilobytes) * 1024) / 1_000_000;
}

export const monorepoReferences: Benchmark = {
	name: 'monorepo-references',
	async run(window) {
		const { plain, ours } = await measure(window);
		return {
			name: 'monorepo-references',
			title: 'symbol_references over 90 projects that are not loaded, against a plain tsserver that loads them',
			value: ours.milliseconds / plain.milliseconds,
			bar: 2,
			unit: 'x',
			detail: `${ours.milliseconds.toFixed(0)} ms against ${plain.milliseconds.toFixed(0)} ms, ${SIZE.files} files`,
		};
	},
};

export const monorepoMemory: Benchmark = {
	name: 'monorepo-memory',
	async run(window) {
		const { plain, ours } = await measure(window);
		return {
			name: 'monorepo-memory',
			title: 'the memory that the window’s tsserver has taken by then, against the same',
			value: ours.megabytes / plain.megabytes,
			bar: 2,
			unit: 'x',
			detail: `${ours.megabytes.toFixed(0)} MB against ${plain.megabytes.toFixed(0)} MB`,
		};
	},
};

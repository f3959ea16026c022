import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import type { GitWorkspace } from '@hawser/git/git-workspace.ts';
import { createWorkingBases } from '@hawser/git/working-base.ts';
import { firstExecutable, onPath } from '@hawser/node/find-program.ts';
import { makeRepository } from '../../tests/support/git.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

const FOLDERS = 200;
const FILES = 100;
const CHANGED = 20;
const ROUNDS = 5;

function writeRepository(folder: string): void {
	const file = (at: number, index: number) => join(folder, `package-${at}`, `file-${index}.ts`);
	for (let at = 0; at < FOLDERS; at++) {
		mkdirSync(join(folder, `package-${at}`), { recursive: true });
		for (let index = 0; index < FILES; index++) {
			writeFileSync(file(at, index), `export const value${index} = ${at * index};\n`.repeat(20));
		}
	}
	makeRepository(folder, 'First');
	for (let index = 0; index < CHANGED; index++) {
		writeFileSync(file(index, 0), 'changed\n');
	}
}

function workspaceOf(folder: string): GitWorkspace {
	return {
		program: async () => (await firstExecutable(onPath('git'))) ?? 'git',
		trusted: () => true,
		folders: () => [folder],
		knownRoots: () => Promise.resolve([]),
		resolve: path => Promise.resolve(path),
		show: path => path,
		unsaved: () => [],
		refresh: () => Promise.resolve(),
	};
}

export const outsideBase: Benchmark = {
	name: 'outside-base',
	async run() {
		const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-base-')));
		const bases = createWorkingBases(workspaceOf(folder));
		try {
			writeRepository(folder);
			const times: number[] = [];
			const delay = monitorEventLoopDelay({ resolution: 5 });
			delay.enable();
			// What was written above is not what is measured.
			await sleep(100);
			delay.reset();
			for (let round = 0; round < ROUNDS; round++) {
				const startedAt = performance.now();
				const [base] = await bases.read(NEVER_CANCELLED);
				times.push(performance.now() - startedAt);
				if (base?.open.size !== CHANGED) {
					throw new Error(`${base?.open.size ?? 0} files are changed, not ${CHANGED}.`);
				}
			}
			delay.disable();
			return {
				name: 'outside-base',
				title: `What ${(FOLDERS * FILES).toLocaleString('en')} files are when an agent connects, so that its own writes can be undone`,
				value: median(times),
				bar: 1000,
				unit: 'ms',
				detail: `the first ${times[0]?.toFixed(0) ?? ''} ms; the event loop waited ${(delay.max / 1e6 - 5).toFixed(0)} ms at most`,
			};
		} finally {
			bases.dispose();
			rmSync(folder, { recursive: true, force: true });
		}
	},
};

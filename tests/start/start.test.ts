import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '@hawser/headless/install/cache-folder.ts';
import { listProcesses, type ProcessInfo, waitForEnd, withDescendants } from '@hawser/headless/shared/processes.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { IS_LONG_RUN } from '../support/how-often.ts';

/** Guard and watchdogs take up to about twenty seconds; a noisy machine takes longer. */
const END_MS = 120_000;
/** The one that nobody can catch is the hardest. */
const SIGNALS: readonly NodeJS.Signals[] = IS_LONG_RUN ? ['SIGKILL', 'SIGTERM', 'SIGHUP'] : ['SIGKILL'];
const IS_UP = /stays up until Ctrl\+C[^]*Install it in your own VS Code:\n.*\n/;

interface Started {
	npm: ChildProcess;
	/** Resolves when npm is gone. */
	ended: Promise<unknown>;
	/** Everything that it has printed so far. */
	printed(): string;
	/** Waits until it is up, and gives all of its processes. */
	up(): Promise<readonly ProcessInfo[]>;
}

let parent: string;
let home: string;
let temporary: string;
let project: string;
let running: readonly ProcessInfo[] = [];

beforeEach(() => {
	parent = realpathSync(mkdtempSync(join(tmpdir(), 'hs')));
	[home, temporary, project] = ['home', 't', 'my project'].map(name => join(parent, name)) as [string, string, string];
	for (const folder of [home, temporary, join(project, 'lib')]) {
		mkdirSync(folder, { recursive: true });
	}
	writeFileSync(join(project, 'lib/area.js'), 'export function area(side) {\n\treturn side * side;\n}\n');
});

afterEach(() => {
	for (const { pid } of running) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It has ended, as it should.
		}
	}
	running = [];
	rmSync(parent, { recursive: true, force: true });
});

function start(...args: string[]): Started {
	const npm = spawn('npm', ['start', '--', ...args], {
		cwd: ROOT,
		// A group of its own, as a terminal gives it: Ctrl+C there reaches all of it.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			...process.env,
			HOME: home,
			TMPDIR: temporary,
			HAWSER_HOME: undefined,
			HAWSER_EDITOR_CACHE: cacheFolder(),
			// npm's own traces.
			npm_config_cache: join(parent, 'npm'),
			NODE_DISABLE_COMPILE_CACHE: '1',
		},
	});
	const ended = once(npm, 'exit');
	let text = '';
	for (const stream of [npm.stdout, npm.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			text += chunk.toString();
		});
	}
	return {
		npm,
		ended,
		printed: () => text,
		async up() {
			await expect.poll(() => text, { timeout: 150_000, interval: 200 }).toMatch(IS_UP);
			running = withDescendants(await listProcesses(), [npm.pid ?? -1]);
			expect(running.some(({ command }) => command.includes('chromium'))).toBe(true);
			return running;
		},
	};
}

function expectNothingLeft(): void {
	expect({ home: readdirSync(home), temporary: readdirSync(temporary) }).toEqual({ home: [], temporary: [] });
	expect(readdirSync(project, { recursive: true }).sort()).toEqual(['lib', 'lib/area.js']);
}

describe('npm start', () => {
	test('npm start -- --once shows the sample, and leaves nothing', async () => {
		const { ended, printed } = start('--once');
		expect(await ended, printed()).toEqual([0, null]);
		expect(printed()).toContain('> diagnostic_list {"path":"src/checkout.ts"}');
		expectNothingLeft();
	});

	test('npm start with a folder asks about what is there, is reached from another shell, and ends with Ctrl+C', async () => {
		const { npm, ended, printed, up } = start(project);
		const processes = await up();
		expect(printed()).toContain('> diagnostic_list {"path":"lib/area.js"}');
		expect(printed()).not.toContain('checkout.ts');
		expect(printed()).not.toContain('mcp add');
		expect(existsSync(join(project, '.mcp.json'))).toBe(true);

		const command = /^ {2}(.*hawser call .*)$/m.exec(printed())?.[1] ?? '';
		const { stdout } = await promisify(execFile)('sh', ['-c', command], {
			cwd: '/',
			env: { PATH: process.env['PATH'] },
		});
		expect(stdout).toContain('No problems');

		process.kill(-(npm.pid ?? 0), 'SIGINT');
		await ended;
		expect(await waitForEnd(processes, END_MS)).toEqual([]);
		expectNothingLeft();
	});

	test.each(SIGNALS)('the editor ends with npm when that gets %s', async signal => {
		const { npm, ended, up } = start(project);
		const processes = await up();
		npm.kill(signal);
		await ended;
		expect(await waitForEnd(processes, END_MS)).toEqual([]);
		expectNothingLeft();
	});

	test('the editor ends when all that could tidy up are killed, and the next start takes back what they left', async () => {
		const { ended, up } = start(project);
		const processes = await up();
		const scripts = processes.filter(({ command }) => /npm|bootstrap\.mjs|start\.ts/.test(command));
		expect(scripts.length).toBeGreaterThanOrEqual(3);
		for (const { pid } of scripts) {
			process.kill(pid, 'SIGKILL');
		}
		await ended;
		expect(await waitForEnd(processes, END_MS)).toEqual([]);

		cpSync(join(project, 'lib/area.js'), join(parent, 'other/area.js'));
		const next = start('--once', join(parent, 'other'));
		expect(await next.ended, next.printed()).toEqual([0, null]);
		expectNothingLeft();
	});
});

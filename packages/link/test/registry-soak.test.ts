import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { afterAll, expect, test } from 'vitest';
import { askHealth } from '../src/ask-window.ts';
import { windowHttp } from '../src/window-http.ts';
import { windowReader } from '../src/window-reader.ts';
import { temporaryHome } from './temporary.ts';

/** Windows that start, stop and are killed at random, and a reader that never sees anything but the truth. */
const SECONDS = Number(process.env['HAWSER_SOAK_SECONDS'] ?? 5);
const WINDOWS = Number(process.env['HAWSER_SOAK_WINDOWS'] ?? 12);

interface Window {
	id: string;
	process: ChildProcess;
	/** Known once the window has said that it is ready. */
	port?: number;
	state: 'starting' | 'ready' | 'leaving' | 'gone';
}

const home = temporaryHome();
const http = windowHttp();
const windows = new Set<Window>();
afterAll(() => {
	http.close();
	for (const window of windows) {
		window.process.kill('SIGKILL');
	}
});

/** The same sequence in every run, so that a failure can be repeated as far as the machine allows. */
let seed = 20_261_115;
function random(below: number): number {
	seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
	// The high bits: the low ones of such a generator repeat after a few steps.
	return Math.floor((seed / 2_147_483_648) * below);
}

let started = 0;
function startWindow(): void {
	const id = `window-${started++}`;
	const folder = join(home, `project-${random(WINDOWS * 2)}`);
	mkdirSync(folder, { recursive: true });
	const child = fork(join(import.meta.dirname, 'window-process.ts'), [home, folder, id], { stdio: 'inherit' });
	const window: Window = { id, process: child, state: 'starting' };
	windows.add(window);
	child.once('message', (message: { port: number }) => {
		window.port = message.port;
		window.state = window.state === 'starting' ? 'ready' : window.state;
	});
	child.once('exit', () => {
		window.state = 'gone';
		windows.delete(window);
	});
}

/** Checks what must hold at every moment, whatever was killed a moment ago. */
function checkNow(): void {
	for (const file of ['ports.json', 'tokens.json']) {
		const text = readIfThere(join(home, file));
		expect(() => JSON.parse(text ?? '{}') as unknown, `${file} is whole`).not.toThrow();
	}
	const listed = new Set(
		windowReader(home)
			.read()
			.map(({ id }) => id),
	);
	const ready = [...windows].filter(({ state }) => state === 'ready');
	const missing = ready.filter(
		({ id, process: child }) => !listed.has(id) && child.exitCode === null && child.signalCode === null,
	);
	// A process that was killed this very moment is gone before its parent hears of it.
	expect(missing.filter(({ process: child }) => isProcessAlive(child.pid ?? 0)).map(({ id }) => id)).toEqual([]);
	const ports = ready.map(({ port }) => port);
	expect(new Set(ports).size).toBe(ports.length);
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
}

test(`${WINDOWS} windows that start, stop and are killed at random for ${SECONDS} s`, async () => {
	const endsAt = Date.now() + SECONDS * 1000;
	const killed: string[] = [];
	// However slow the machine is, some windows must have been killed before it counts as a test.
	while (Date.now() < endsAt || killed.length < 3) {
		const ready = [...windows].filter(({ state }) => state === 'ready');
		const victim = ready[random(Math.max(1, ready.length))];
		const action = random(4);
		if (windows.size < WINDOWS) {
			startWindow();
		} else if (victim && action === 0) {
			victim.state = 'leaving';
			victim.process.send('leave');
		} else if (victim && action === 1) {
			victim.state = 'leaving';
			const exit = once(victim.process, 'exit');
			victim.process.kill('SIGKILL');
			await exit;
			killed.push(victim.id);
			expect(
				windowReader(home)
					.read()
					.map(({ id }) => id),
			).not.toContain(victim.id);
		} else if (action === 2 && random(40) === 0) {
			// Killed while it starts: in the middle of a lock or a write, with luck.
			[...windows].find(({ state }) => state === 'starting')?.process.kill('SIGKILL');
		}
		checkNow();
		await sleep(random(30));
	}
	await answersOfTheLiving();
});

/** In the end every window that is there answers as itself. */
async function answersOfTheLiving(): Promise<void> {
	for (const window of windows) {
		if (window.state === 'starting') {
			await Promise.race([once(window.process, 'message'), once(window.process, 'exit')]);
		}
	}
	const ready = [...windows].filter(({ state }) => state === 'ready');
	const entries = windowReader(home).read();
	for (const { id } of ready) {
		const entry = entries.find(one => one.id === id);
		expect(entry, id).toBeDefined();
		if (entry) {
			expect(await askHealth(http, entry)).toMatchObject({ id });
		}
	}
}

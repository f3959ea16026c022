import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { firstSeed, fuzzMilliseconds, mutate, pick, type Random, randomOf } from '../support/fuzz/mutate.ts';
import { installedCli } from '../support/installed-cli.ts';
import { sendRaw } from '../support/raw-http.ts';
import { useShopWindow } from '../support/use-window.ts';

const { workbench, open } = useShopWindow();
const SET = `await vscode.workspace.getConfiguration().update('hawser.fileBridge', args, vscode.ConfigurationTarget.Global)`;
const HEAP = `
	require('node:v8').setFlagsFromString('--expose-gc');
	require('node:vm').runInNewContext('gc')();
	return process.memoryUsage().heapUsed;`;

/** Only what reads: the input is hostile, the sample project should still be there at the end. */
const BODIES: readonly [string, ...string[]] = [
	'{"tool":"window_status","input":{}}',
	'{"tool":"file_read","input":{"path":"src/cart.ts","startLine":1,"endLine":3}}',
	'{"tool":"file_list","input":{"path":".","include":"**/*.{ts,js}"}}',
	'{"tool":"text_search","input":{"query":"total","include":"src/**","regex":true,"maxResults":3}}',
	'{"tool":"symbol_search","input":{"query":"Cart"},"requestId":"a","timeout":1000}',
	'{"tool":"project_dependencies","input":{"filter":"x"}}',
	'{"tool":"setting_get","input":{"key":"editor.tabSize"}}',
	'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"window_status","arguments":{}}}',
	'{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}',
	'{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}',
	'[{"jsonrpc":"2.0","id":4,"method":"ping"}]',
];
const PATHS: readonly [string, ...string[]] = [
	'/call',
	'/mcp',
	'/tools',
	'/health',
	'/mcp/status',
	'/mcp/list_tools',
	'/tables',
	'/query',
	'/database-type',
	'/.well-known/x',
	'/sse',
	'/messages',
];
const HEADS: readonly [string, ...string[]] = [
	'POST /call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{"a":',
	'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
	'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n',
];

/** A window that has not answered for this long does not answer any more. */
const HANGS_AFTER = 300_000;

/** Sent however slow the machine is; one that is not busy sends more. */
const MIN_ROUNDS = 500;

let folder: string;
let cli: ReturnType<typeof startStdio>;

beforeAll(async () => {
	folder = open().folder;
	await open().window.evaluate(SET, [folder]);
	await eventually(() => expect(existsSync(path.join(folder, '.hawser/host.json'))).toBe(true));
	cli = startStdio();
});

afterAll(() => cli.child.kill());

/** `hawser mcp`, which must answer a request after whatever else it was told. */
function startStdio() {
	const child = spawn(process.execPath, [installedCli(), 'mcp'], { cwd: folder, env: workbench().env });
	const waiting = new Map<string, () => void>();
	createInterface({ input: child.stdout }).on('line', line => {
		const { id } = JSON.parse(line) as { id?: unknown };
		waiting.get(String(id))?.();
	});
	child.stderr.resume();
	const ended = once(child, 'exit').then(() => Promise.reject(new Error('hawser mcp ended')));
	// It is ended after the test, when nobody waits for it any more.
	ended.catch(() => undefined);
	let last = 0;
	return {
		child,
		async tell(line: string): Promise<void> {
			const id = `probe-${++last}`;
			const answered = new Promise<void>(resolve => waiting.set(id, resolve));
			child.stdin.write(`${line}\n${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
			await Promise.race([answered, ended]);
			waiting.delete(id);
		},
	};
}

const request = (random: Random) => {
	const { port, token } = open().entry;
	const body = mutate(BODIES, random);
	const headers = {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
		authorization: `Bearer ${token}`,
	};
	const sent = sendRaw({ port, path: pick(PATHS, random), method: random(8) === 0 ? 'GET' : 'POST', headers, body });
	// Some answers are no JSON, some streams have no end: that the server lives is asked for separately.
	return Promise.race([sent.catch(() => undefined), new Promise(resolve => setTimeout(resolve, 2000))]);
};

const rawBytes = async (random: Random) => {
	const socket = connect(open().entry.port, '127.0.0.1');
	socket.on('error', () => undefined);
	await once(socket, 'connect').catch(() => undefined);
	socket.end(Buffer.from(mutate(HEADS, random), random(2) === 0 ? 'utf8' : 'latin1'));
	socket.resume();
	await Promise.race([once(socket, 'close').catch(() => undefined), new Promise(resolve => setTimeout(resolve, 1000))]);
	socket.destroy();
};

let jobs = 0;
const bridge = (random: Random) => {
	const { nonce } = JSON.parse(readFileSync(path.join(folder, '.hawser/host.json'), 'utf8')) as { nonce: string };
	const command = JSON.stringify({
		version: 1,
		id: 'a',
		clientId: 'fuzz',
		createdAt: new Date().toISOString(),
		nonce,
		tool: 'window_status',
		input: {},
	});
	const job = path.join(folder, '.hawser/execute', `fuzz-${process.pid}-${++jobs}`);
	mkdirSync(job, { recursive: true });
	writeFileSync(path.join(job, 'command.json'), mutate([command, command.slice(0, -1)], random));
	return Promise.resolve();
};

const stdio = (random: Random) => cli.tell(mutate(BODIES, random).replaceAll('\n', ' '));

test(
	'no surface of a window crashes, hangs or keeps memory, whatever is sent to it',
	async () => {
		const first = firstSeed();
		console.log(`Fuzz of surfaces: HAWSER_FUZZ_SEED=${first}`);
		const pid = await open().window.extensionHostPid();
		const milliseconds = fuzzMilliseconds(2 / 3);
		const { port, token } = open().entry;
		const alive = async () => {
			const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
			const { body } = await sendRaw({ port, headers, body: '{"tool":"window_status","input":{}}' });
			expect(body).toMatchObject({ reply: { envelope: { ok: true } } });
		};
		const heaps: number[] = [];
		const start = Date.now();
		let rounds = 0;
		for (const part of [0.5, 1]) {
			for (; Date.now() - start < milliseconds * part || rounds < MIN_ROUNDS * part; rounds++) {
				const random = randomOf(first + rounds);
				try {
					await pick([request, request, rawBytes, bridge, stdio], random)(random);
					await alive();
				} catch (cause) {
					throw new Error(`HAWSER_FUZZ_SEED=${first + rounds}`, { cause });
				}
			}
			heaps.push(Number(await open().window.evaluate(HEAP)));
		}
		console.log(`${rounds} messages`);
		expect(await open().window.extensionHostPid()).toBe(pid);
		const [half = 0, whole = 0] = heaps;
		expect(whole / half).toBeLessThan(1.5);
	},
	fuzzMilliseconds(1) + HANGS_AFTER,
);

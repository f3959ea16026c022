import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readMark, removeStaleFiles } from '@hawser/agent-config/discovery-files.ts';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claudeDiscovery, portForClaudeAlone } from '../../src/native-ide/claude/claude-lock.ts';
import { geminiDiscovery, qwenDiscovery } from '../../src/native-ide/companions/companion-files.ts';
import { contextParams } from '../../src/native-ide/companions/companion-messages.ts';
import { isOpencodeUsedHere, isUsedHere } from '../../src/native-ide/shared/agent-presence.ts';
import { asProposed } from '../../src/native-ide/shared/as-proposed.ts';
import { createDiscoveryFile } from '../../src/native-ide/shared/discovery-file.ts';
import { problemsText, selectionParams } from '../../src/native-ide/shared/ide-messages.ts';
import { fromElsewhere, fromProblem } from '../../src/native-ide/shared/ide-problem.ts';
import { createRpcPeer } from '../../src/native-ide/shared/json-rpc.ts';
import { createMcpSession } from '../../src/native-ide/shared/mcp-session.ts';
import { foldersIn, foldersNest } from '../../src/native-ide/shared/neighbours.ts';
import { pathOfUri } from '../../src/native-ide/shared/path-of-uri.ts';
import { isSecret, nativeToken } from '../../src/native-ide/shared/secrets.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'hawser-native-ide-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('messages', () => {
	test('a request is answered, a notification is not, and what is neither is refused', async () => {
		const heard: string[] = [];
		const peer = createRpcPeer({
			request: (method, params) => Promise.resolve({ method, params }),
			notified: method => void heard.push(method),
		});
		expect(await peer.answer({ id: 1, method: 'ping', params: { a: 1 } })).toEqual({
			jsonrpc: '2.0',
			id: 1,
			result: { method: 'ping', params: { a: 1 } },
		});
		expect(await peer.answer({ method: 'ide_connected', params: {} })).toBeUndefined();
		expect(await peer.answer({ id: 1, result: {} })).toBeUndefined();
		for (const nonsense of [undefined, 7, [], 'x', parseJson('{"half')]) {
			expect(await peer.answer(nonsense)).toMatchObject({ error: { code: -32_600 } });
		}
		expect(heard).toEqual(['ide_connected']);
	});

	test('a request under way ends when it is cancelled, and when the connection ends; there are not too many at once', async () => {
		const cancelled: unknown[] = [];
		const peer = createRpcPeer({
			request: (method, _, signal) =>
				new Promise(resolve => {
					signal.onCancelled(() => {
						cancelled.push(method);
						resolve({});
					});
				}),
			notified: () => undefined,
		});
		const first = peer.answer({ id: 'a', method: 'first' });
		await peer.answer({ method: 'notifications/cancelled', params: { requestId: 'a' } });
		await first;
		const others = Array.from({ length: 100 }, (_, id) => peer.answer({ id, method: 'other' }));
		expect(await peer.answer({ id: 'more', method: 'more' })).toHaveProperty('error');
		peer.close();
		await Promise.all(others);
		expect(cancelled).toHaveLength(101);
	});

	test('the handshake names a version that both know, and tools that fail say so', async () => {
		const claims: unknown[] = [];
		const session = createMcpSession({
			version: '1.0.0',
			tools: [
				{ name: 'good', description: '', properties: {}, call: () => Promise.resolve(['one', 'two']) },
				{ name: 'bad', description: '', properties: {}, call: () => Promise.reject(new Error('no')) },
			],
			introduced: claim => void claims.push(claim),
			initialized: () => void claims.push('ready'),
		});
		await session.answer({ method: 'notifications/initialized' });
		expect(await session.answer({ id: 0, method: 'tools/call', params: { name: 'good' } })).toMatchObject({
			error: { code: -32_600 },
		});
		expect(claims).toEqual([]);
		const initialize = (protocolVersion: string) =>
			session.answer({ id: 1, method: 'initialize', params: { protocolVersion, clientInfo: { name: 'claude-code' } } });
		expect(await initialize('2025-11-25')).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
		expect(await initialize('2031-01-01')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
		await session.answer({ method: 'notifications/initialized' });
		expect(claims).toEqual([{ name: 'claude-code' }, { name: 'claude-code' }, 'ready']);
		const call = (name: string) => session.answer({ id: 2, method: 'tools/call', params: { name } });
		expect(await call('good')).toMatchObject({
			result: { content: [{ type: 'text', text: 'one' }, { text: 'two' }] },
		});
		expect(await call('bad')).toMatchObject({ result: { isError: true, content: [{ text: 'no' }] } });
		expect(await call('file_write')).toMatchObject({ error: { code: -32_602 } });
	});

	test('a selection, its absence, open files and problems have the form that agents read', () => {
		const place = { path: '/a/b c.ts', text: 'x', start: { line: 1, character: 0 }, end: { line: 1, character: 1 } };
		const context = {
			place,
			openFiles: [
				{ path: '/a/b c.ts', timestamp: 2 },
				{ path: '/a/d.ts', timestamp: 1 },
			],
		};
		expect(selectionParams(context)).toEqual({
			text: 'x',
			filePath: '/a/b c.ts',
			fileUrl: 'file:///a/b%20c.ts',
			selection: { start: place.start, end: place.end, isEmpty: false },
		});
		expect(selectionParams({ place: undefined, openFiles: [] })).not.toHaveProperty('filePath');
		expect(contextParams(context, false)).toEqual({
			workspaceState: {
				openFiles: [
					{ path: '/a/b c.ts', timestamp: 2, isActive: true, cursor: { line: 2, character: 2 }, selectedText: 'x' },
					{ path: '/a/d.ts', timestamp: 1 },
				],
				isTrusted: false,
			},
		});
		const range = { start: { line: 3, column: 5 }, end: { line: 3, column: 6 } };
		const problem = { severity: 'error', message: 'wrong', range, code: '7' } as const;
		expect(fromProblem(problem)).toEqual({
			...{ severity: 'Error', message: 'wrong', code: '7' },
			range: { start: { line: 2, character: 4 }, end: { line: 2, character: 5 } },
		});
		expect(fromElsewhere('src/x.ts', problem).message).toBe('In src/x.ts, line 3, column 5: wrong');
		expect(JSON.parse(problemsText([{ path: '/a/b.ts', problems: [] }]))).toEqual([
			{ uri: 'file:///a/b.ts', diagnostics: [] },
		]);
	});

	test('a file is meant by a path, an address, and an address that nobody escaped', () => {
		expect(pathOfUri('file:///a/b%20c.ts')).toBe('/a/b c.ts');
		expect(pathOfUri('file:///a/b c.ts')).toBe('/a/b c.ts');
		expect(pathOfUri('file:///a/100%.ts')).toBe('/a/100%.ts');
		expect(pathOfUri('/a/b.ts')).toBe('/a/b.ts');
		expect(pathOfUri('b.ts')).toBeUndefined();
		expect(pathOfUri(undefined)).toBeUndefined();
	});

	test('a text gets the line ends back that the agent proposed', () => {
		expect(asProposed('a\nb\n', 'a\r\nb\r\n')).toBe('a\r\nb\r\n');
		expect(asProposed('a\nc\n', 'a\r\nb\r\n')).toBe('a\r\nc\r\n');
		expect(asProposed('a\nc\n', 'a\r\nb\n')).toBe('a\nc\n');
		expect(asProposed('a\nc\n', 'a\nb\n')).toBe('a\nc\n');
	});
});

describe('files by which agents find a window', () => {
	test('have what each agent reads', () => {
		const facts = { port: 53_001, folders: ['/a', '/b'], ideName: 'Code', token: 't' };
		expect(claudeDiscovery.content(facts)).toEqual({
			pid: process.ppid,
			workspaceFolders: ['/a', '/b'],
			ideName: 'Code',
			transport: 'ws',
			runningInWindows: false,
			authToken: 't',
		});
		expect(claudeDiscovery.file(53_001)).toBe('53001.lock');
		const ideInfo = { name: 'vscode', displayName: 'Code' };
		const shared = { port: 53_001, workspacePath: `/a${delimiter}/b`, authToken: 't', ideInfo };
		expect(geminiDiscovery.content(facts)).toEqual(shared);
		expect(geminiDiscovery.file(53_001)).toBe(`gemini-ide-server-${process.ppid}-53001.json`);
		expect(qwenDiscovery.content(facts)).toEqual({ ...shared, ppid: process.ppid, ideName: 'Code' });
	});

	test('are for the user alone, and gone when the window goes', async () => {
		const file = createDiscoveryFile();
		const path = join(folder, 'ide', '1.lock');
		await file.write(path, { port: 1 });
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
			port: 1,
			hawser: { host: process.pid, made: [join(folder, 'ide')] },
		});
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(statSync(join(folder, 'ide')).mode & 0o777).toBe(0o700);
		const moved = join(folder, 'ide', '2.lock');
		await file.write(moved, { port: 2 });
		expect(existsSync(path)).toBe(false);
		rmSync(moved);
		await file.write(moved, { port: 2 });
		expect(existsSync(moved)).toBe(true);
		file.remove();
		// The folder was made for it.
		expect(existsSync(join(folder, 'ide'))).toBe(false);
	});

	test('of two windows share a folder that was made for them, and the last takes it away; one that was there stays', async () => {
		const [first, second] = [createDiscoveryFile(), createDiscoveryFile()];
		const made = join(folder, 'agent', 'ide');
		await first.write(join(made, '1.lock'), { port: 1 });
		await second.write(join(made, '2.lock'), { port: 2 });
		first.remove();
		expect(existsSync(join(made, '2.lock'))).toBe(true);
		second.remove();
		expect(existsSync(join(folder, 'agent'))).toBe(false);
		mkdirSync(join(folder, 'agent'));
		await first.write(join(made, '1.lock'), { port: 1 });
		first.remove();
		expect(existsSync(made)).toBe(false);
		expect(existsSync(join(folder, 'agent'))).toBe(true);
	});

	test('of windows that were killed are taken away, those of others never', () => {
		const alive = (pid: number) => pid === 5;
		expect(readMark('{"hawser":{"host":4,"made":["/a",1]}}')).toEqual({ host: 4, made: ['/a'] });
		for (const foreign of ['{"pid":4}', '{"hawser":{"host":"4"}}', '[]', 'half{', '']) {
			expect(readMark(foreign)).toBeUndefined();
		}
		writeFileSync(join(folder, '5.lock'), '{"hawser":{"host":5}}');
		writeFileSync(join(folder, '1.lock'), '{"hawser":{"host":4}}');
		writeFileSync(join(folder, '2.lock'), '{"pid":4}');
		writeFileSync(join(folder, 'notes.txt'), '{"hawser":{"host":4}}');
		removeStaleFiles(folder, alive);
		removeStaleFiles(join(folder, 'nowhere'), alive);
		const left = ['1.lock', '2.lock', '5.lock', 'notes.txt'].map(name => existsSync(join(folder, name)));
		expect(left).toEqual([false, true, true, true]);
	});

	test('tell whether another editor has a folder around or inside of ours', () => {
		expect(foldersIn('{"workspaceFolders":["/a",1]}')).toEqual(['/a']);
		expect(foldersIn(JSON.stringify({ workspacePath: `/a${delimiter}/b` }))).toEqual(['/a', '/b']);
		expect(foldersIn('no')).toEqual([]);
		expect(foldersNest(['/a/b'], ['/a'])).toBe(true);
		expect(foldersNest(['/a'], ['/x', '/a/b'])).toBe(true);
		expect(foldersNest(['/a'], ['/a'])).toBe(true);
		expect(foldersNest(['/a'], ['/ab', '/b'])).toBe(false);
	});

	test('are written only for agents that were used here', () => {
		expect(isUsedHere('claude', {}, folder)).toBe(false);
		expect(isUsedHere('claude', { CLAUDE_CONFIG_DIR: folder }, join(folder, 'home'))).toBe(true);
		writeFileSync(join(folder, '.qwen'), '');
		expect(isUsedHere('qwen', {}, folder)).toBe(true);
		expect(isUsedHere('gemini', { QWEN_HOME: folder }, folder)).toBe(false);
		expect(isUsedHere('codex', {}, folder)).toBe(false);
		expect(isUsedHere('codex', { CODEX_HOME: folder }, folder)).toBe(true);
	});

	test('a window is named to Claude Code, and not to opencode, which would come without a token', () => {
		expect(isOpencodeUsedHere(folder)).toBe(false);
		mkdirSync(join(folder, '.config/opencode'), { recursive: true });
		expect(isOpencodeUsedHere(folder)).toBe(true);
		expect(isUsedHere('claude', {}, folder)).toBe(true);
		for (const port of [53_001, 60_000, 65_535]) {
			// As the two of them read it.
			expect(Number(portForClaudeAlone(port))).toBe(port);
			expect(Number.parseInt(portForClaudeAlone(port), 10)).toBe(0);
		}
	});
});

test('each protocol has a token of its own, which does not open the window', () => {
	const [claude, gemini] = [nativeToken('w', 'claude'), nativeToken('w', 'gemini')];
	expect(new Set([claude, gemini, 'w', nativeToken('v', 'claude')]).size).toBe(4);
	expect(nativeToken('w', 'claude')).toBe(claude);
	expect(isSecret(claude, claude)).toBe(true);
	expect(isSecret(gemini, claude)).toBe(false);
	expect(isSecret(undefined, claude)).toBe(false);
	// While a protocol is off there is no token, and nothing is equal to it.
	expect(isSecret('', '')).toBe(false);
});

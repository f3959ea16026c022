import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { ensureHome } from '@hawser/link/home.ts';
import { writeWindowEntry } from '@hawser/link/window-registry.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';
import { runCli } from '../run-cli.ts';

let cli: string;
let base: string;
let home: string;
let folder: string;
let window: FakeWindow | undefined;

beforeAll(async () => {
	cli = await buildCli();
});

beforeEach(() => {
	base = temporaryFolder('commands');
	home = join(base, 'home');
	folder = join(base, 'project');
	mkdirSync(join(folder, 'src'), { recursive: true });
});

afterEach(async () => {
	await window?.close();
	window = undefined;
});

const run = (args: readonly string[], stdin = '') =>
	runCli(cli, args, { cwd: join(folder, 'src'), env: { HAWSER_HOME: home, TERM_PROGRAM: '' }, stdin });

describe('call', () => {
	test('prints the text, or with --json the envelope', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		expect(await run(['call', 'file_read', 'path=a.ts', 'startLine=3'])).toEqual({
			code: 0,
			stdout: 'text of file_read ü\n',
			stderr: '',
		});
		const { stdout } = await run(['call', 'file_read', '--json', '{"path":"a.ts"}']);
		expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { echo: { path: 'src/a.ts' } } });
		await run(['call', 'file_read', '--input', '-', '--timeout', '99'], '{"path":"b.ts"}');
		expect(window.calls.map(({ input }) => input)).toEqual([
			{ path: 'src/a.ts', startLine: 3 },
			{ path: 'src/a.ts' },
			{ path: 'src/b.ts' },
		]);
		expect(window.calls[2]).toMatchObject({ surface: 'cli', timeout: 99 });
	});

	test.each([
		{ args: ['call'], code: 2, says: 'Which tool?' },
		{
			args: ['call', 'file_raed'],
			code: 2,
			says: '[E_UNKNOWN_TOOL] There is no tool "file_raed"; did you mean "file_read"?',
		},
		{ args: ['call', 'file_read', 'pth=a'], code: 2, says: 'did you mean "path"?' },
		{
			args: ['call', 'file_read', 'path=a'],
			code: 4,
			says: '[E_NO_WINDOW] No VS Code window with Hawser is open, so none has ',
		},
		{ args: ['call', 'file_read', 'path=a', '--workspace', 'nowhere'], code: 2, says: '--workspace does not exist' },
		{ args: ['call', 'file_read', '--input', 'nowhere.json'], code: 2, says: '--input cannot be read' },
		{ args: ['windws'], code: 2, says: 'did you mean "hawser windows"?' },
		{ args: ['--verson'], code: 2, says: 'There is no option "--verson"' },
		{ args: ['tools', 'file_raed'], code: 2, says: 'did you mean "file_read"?' },
		{ args: ['completion', 'tcsh'], code: 2, says: 'bash, zsh, fish' },
		{ args: ['headers'], code: 4, says: '[E_NO_WINDOW]' },
	])('$args exits with $code', async ({ args, code, says }) => {
		const finished = await run(args);
		expect(finished).toMatchObject({ code, stdout: '' });
		expect(finished.stderr).toContain(says);
		const json = await run([...args, '--json']);
		if (json.code === code && json.stdout !== '') {
			expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, type: 'error' });
		}
	});

	test('a token that was renewed in between is read again', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		await window.change({ token: 'x'.repeat(43) });
		expect((await run(['call', 'file_read', 'path=a'])).code).toBe(0);
	});
});

test('tools --json gives each tool its category, and an example of a call', async () => {
	const tools = JSON.parse((await run(['tools', '--json'])).stdout) as {
		name: string;
		thing: string;
		example?: object;
	}[];
	for (const { name, thing, example } of tools) {
		expect(name.startsWith(`${thing}_`)).toBe(true);
		expect({ name, example }).toEqual({ name, example: expect.any(Object) as unknown });
	}
});

test('windows lists those that answer, without their tokens', async () => {
	window = await startFakeWindow({ home, folders: [folder], id: 'own' });
	await writeWindowEntry(home, { ...window.entry, id: 'dead', port: 9, startedAt: 1 });
	const { windows } = JSON.parse((await run(['windows', '--json'])).stdout) as { windows: object[] };
	expect(windows).toMatchObject([{ id: 'own', current: true, focused: true, folders: [folder] }]);
	expect(JSON.stringify(windows)).not.toContain(window.entry.token);
	const { stdout } = await run(['windows']);
	expect(stdout).toContain(`→  ${folder}  port ${window.entry.port}`);
	expect(stdout).not.toContain('\u001B');
});

test('headers prints the token of the window', async () => {
	window = await startFakeWindow({ home, folders: [folder] });
	expect(JSON.parse((await run(['headers'])).stdout)).toEqual({ Authorization: `Bearer ${window.entry.token}` });
});

test.each([
	['call', ['call', 'file_write', 'path=a', 'text=the content of a file']],
	['headers', ['headers']],
	['windows', ['windows']],
	['doctor', ['doctor']],
	['tools', ['tools', 'custom_x']],
])('%s gives whoever has taken the port of a window neither its token nor the call', async (_name, args) => {
	const heard: string[] = [];
	const impostor = createServer(socket => {
		socket.on('error', () => undefined);
		socket.on('data', bytes => {
			heard.push(bytes.toString('latin1'));
			socket.write('HTTP/1.1 200 OK\r\nhawser-window: w\r\nhawser-proof: x\r\ncontent-length: 2\r\n\r\n{}');
		});
	});
	await new Promise<void>(resolve => impostor.listen(0, '127.0.0.1', resolve));
	const { port } = impostor.address() as { port: number };
	const token = 's'.repeat(43);
	const now = Date.now();
	await writeWindowEntry(home, {
		...{ id: 'w', pid: process.pid, port, token, folders: [folder], app: 'Code', version: '0.1.0' },
		...{ startedAt: now, seenAt: now, dynamicTools: 'x' },
	});
	const { stdout } = await run(args);
	impostor.close();
	expect(heard.length).toBeGreaterThan(0);
	expect(heard.join('')).not.toContain(token);
	expect(heard.join('')).not.toContain('the content');
	expect(stdout).not.toContain(token);
});

test('help, versions, tools and completion need no window', async () => {
	for (const args of [
		['--help'],
		['help', 'call'],
		['call', '--help'],
		['tools'],
		['tools', 'file_read'],
		['--version'],
		['completion', 'bash'],
	]) {
		expect(await run(args)).toMatchObject({ code: 0, stderr: '' });
	}
	expect((await run(['call', 'file_read', '--help'])).stdout).toContain('startLine');
});

describe('doctor', () => {
	const findings = async () => {
		const { code, stdout } = await run(['doctor', '--json']);
		const { findings: found } = JSON.parse(stdout) as {
			findings: { level: string; what: string; why?: string; advice?: string }[];
		};
		expect(
			found.filter(
				({ level, advice, why }) =>
					level !== 'ok' && (advice === undefined || (why === undefined && level === 'warning')),
			),
		).toEqual([]);
		return { code, text: found.map(({ level, what }) => `${level}: ${what}`).join('\n') };
	};

	test('finds nothing wrong', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		expect((await findings()).code).toBe(0);
		expect((await run(['doctor'])).stdout).toContain('All is well.');
	});

	test('writes a report that tells neither secrets nor names', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		writeFileSync(join(home, 'tokens.json'), JSON.stringify({ [folder]: window.entry.token }), { mode: 0o600 });
		const { code, stdout } = await run(['doctor', '--report']);
		expect(code).toBe(0);
		expect(stdout).toMatch(/^## Hawser report\n\n- hawser \d+\.\d+\.\d+, Node \d+/);
		expect(stdout).toContain('ok: Calls from <folder');
		expect(stdout).toMatch(/- tokens\.json 600 \d+ bytes/);
		for (const secret of [window.entry.token, folder, hostname(), homedir()]) {
			expect(stdout).not.toContain(secret);
		}
	});

	test('reports that there is no window', async () => {
		const { code, text } = await findings();
		expect(code).toBe(4);
		expect(text).toContain('problem: No VS Code window with Hawser is open');
		expect(text).toContain('does not exist');
	});

	test('sends nobody who reads it to itself', async () => {
		const { stdout } = await run(['doctor']);
		expect(stdout).toContain('Open the folder in VS Code');
		expect(stdout).not.toContain('hawser doctor');
	});

	test('reports entries that lead nowhere', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		const stranger = createServer(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
		await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
		const { port } = stranger.address() as { port: number };
		await writeWindowEntry(home, { ...window.entry, id: 'taken', port });
		await writeWindowEntry(home, { ...window.entry, id: 'silent', port: 9 });
		await writeWindowEntry(home, { ...window.entry, id: 'ended', pid: 2 ** 22 + 12_345 });
		await writeWindowEntry(home, { ...window.entry, id: 'old', version: '0.0.9' });
		const { code, text } = await findings();
		expect(code).toBe(3);
		expect(text).toMatch(/problem: Port \d+, which .*\(taken\) had, is used by another program/);
		expect(text).toMatch(/problem: .*\(silent\) does not answer on port 9/);
		expect(text).toMatch(/warning: .*\(ended\) is no more/);
		expect(text).toMatch(/is used by window fake-/);
		stranger.close();
	});

	test('reports a window of another version', async () => {
		window = await startFakeWindow({ home, folders: [folder], entry: { version: '9.9.9' } });
		const { code, text } = await findings();
		expect(code).toBe(0);
		expect(text).toMatch(/warning: .* has Hawser 9\.9\.9, and this is hawser /);
	});

	test.skipIf(process.platform === 'win32')('with files that others can read', async () => {
		ensureHome(home);
		writeFileSync(join(home, 'tokens.json'), '{}', { mode: 0o644 });
		writeFileSync(join(home, 'windows', 'x.json'), '{}', { mode: 0o644 });
		const { text } = await findings();
		expect(text).toContain(`problem: ${join(home, 'tokens.json')} can be read by others`);
		expect(text).toContain(`warning: ${join(home, 'windows', 'x.json')} is not believed`);
		chmodSync(join(home, 'windows'), 0o777);
		expect((await findings()).text).toContain('others may write to it');
	});
});

describe('script', () => {
	test('runs a tool under its dotted name, with --param', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		const called = await run(['call', 'file_read', 'path=a.ts', 'startLine=3']);
		expect(await run(['script', 'run', 'file.read', '--param', 'path=a.ts', '-p', 'startLine=3'])).toEqual(called);
	});

	test('lists and explains them', async () => {
		expect((await run(['script', 'list'])).stdout).toMatch(/^debug\.step-over +Step over/m);
		expect((await run(['script', 'info', 'debug.step-over'])).stdout).toContain('debug_step_over');
	});

	test('an unknown name and a missing action are told', async () => {
		expect(await run(['script', 'run', 'debug.stepover'])).toMatchObject({ code: 2 });
		expect((await run(['script'])).stderr).toContain('"list", "info" or "run"');
	});
});

describe("VSC-Bridge's commands", () => {
	test('a launch configuration is given by its word, with the short options', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		const words = [
			'script',
			'run',
			'debug.start',
			'-p',
			'launch=Shop',
			'-p',
			'timeoutMs=5000',
			'-w',
			folder,
			'-t',
			'9000',
		];
		expect((await run(words)).code).toBe(0);
		expect(window.calls).toMatchObject([
			{ tool: 'debug_start', input: { configuration: 'Shop', timeout: 5000 }, timeout: 9000 },
		]);
	});

	test('status tells whether a window answers, with exit code 1 when none does', async () => {
		expect(await run(['status'])).toMatchObject({ code: 1, stdout: expect.stringContaining('No ') as string });
		window = await startFakeWindow({ home, folders: [folder], id: 'own' });
		expect((await run(['status'])).stdout).toContain('Window own answers');
		expect(JSON.parse((await run(['status', '--json'])).stdout)).toMatchObject({ healthy: true, window: 'own' });
	});

	test('config reads and changes the settings of the window', async () => {
		window = await startFakeWindow({ home, folders: [folder] });
		expect((await run(['config'])).stdout).toContain(home);
		await run(['config', 'get', 'port']);
		await run(['config', 'set', 'hawser.port', '9960']);
		await run(['config', 'set', 'chat', 'off']);
		await run(['config', 'reset', 'port']);
		expect(window.calls.map(({ tool, input }) => [tool, input])).toEqual([
			['setting_get', { key: 'hawser.port' }],
			['setting_set', { key: 'hawser.port', value: 9960, scope: 'user' }],
			['setting_set', { key: 'hawser.chat', value: 'off', scope: 'user' }],
			['setting_set', { key: 'hawser.port', reset: true, scope: 'user' }],
		]);
		expect((await run(['config', 'put', 'x'])).code).toBe(2);
	});

	test('exec says what there is instead', async () => {
		expect(await run(['exec', 'x'])).toMatchObject({
			code: 2,
			stderr: expect.stringContaining('hawser tools new') as string,
		});
	});
});

import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { changedLines } from '../../src/setup/changed-lines.ts';
import { lineAbout } from '../../src/setup/check-connection.ts';
import { stdioServer } from '../../src/setup/choose-server.ts';
import { CLIENTS } from '../../src/setup/client-list.ts';
import type { SetupEnvironment } from '../../src/setup/environment.ts';
import { planChange } from '../../src/setup/plan-change.ts';
import { tomlConfig } from '../../src/setup/toml-config.ts';
import { scanToml } from '../../src/setup/toml-scanner.ts';
import { HTTP, STDIO } from './setup-home.ts';

describe('the TOML scanner', () => {
	test('finds tables and pairs, and nothing in strings and comments', () => {
		const text = [
			'\uFEFFtop.level = 1_000 # [no.table]',
			'"quoted key" = [1, { a = "}" , b = [ "]" ] }, # ]',
			'  2026-01-01T00:00:00Z, -inf, 0xff, 1e-3,',
			']',
			'text = """',
			'[not.a.table] \\""" still',
			'"""',
			"raw = '''[nor this]''' ",
			'[a."b.c" . d] # comment',
			'x={}',
			'[[list.of]]',
			'',
		].join('\r\n');
		expect(scanToml(text).map(({ kind, path }) => [kind, ...path])).toEqual([
			['pair', 'top', 'level'],
			['pair', 'quoted key'],
			['pair', 'text'],
			['pair', 'raw'],
			['table', 'a', 'b.c', 'd'],
			['pair', 'x'],
			['tables', 'list', 'of'],
		]);
	});

	test.each([
		['a', 'line 1'],
		['a =', 'line 1'],
		['x = 1\na = = 2', 'line 2'],
		['a = "open', 'line 1'],
		['a = [1, 2', 'line 1'],
		['a = { b = 1', 'line 1'],
		['[table', 'line 1'],
		['[[table]', 'line 1'],
		['[]', 'line 1'],
		['a = yes', 'line 1'],
		['a = 1 b = 2', 'line 1'],
		['\n\n{"json": true}', 'line 3'],
	])('refuses %j', (text, place) => {
		expect(() => scanToml(text)).toThrow(place);
	});

	test('ends for any text', () => {
		const pieces = fc.constantFrom(
			'[',
			']',
			'"',
			"'",
			'"""',
			"'''",
			'=',
			'\n',
			'\r\n',
			'#',
			'a',
			'.',
			'1',
			',',
			'{',
			'}',
			'\\',
			' ',
		);
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 60 }), parts => {
				const text = parts.join('');
				try {
					const found = scanToml(text);
					expect(found.every(({ start, end }) => start < end && end <= text.length)).toBe(true);
				} catch (cause) {
					expect(String(cause)).toContain('it is not valid TOML');
				}
			}),
			{ numRuns: 3000 },
		);
	});
});

describe('the configuration of Codex', () => {
	const name = fc.constantFrom('a', 'b-c', '"d e"', "'f.g'", 'mcp_servers', 'hawser', 'other');
	const value = fc.constantFrom(
		'1',
		'"x # y"',
		"'[t]'",
		'[1, # c\n 2]',
		'{ a = "b" }',
		'"""\n[x]\n"""',
		'true',
		'2026-01-01',
	);
	const line = fc.oneof(
		fc
			.tuple(fc.array(name, { minLength: 1, maxLength: 2 }), value)
			.map(([names, text]) => `${names.join('.')} = ${text}`),
		fc.array(name, { minLength: 1, maxLength: 3 }).map(names => `[${names.join('.')}]`),
		fc.constantFrom('', '# [mcp_servers.hawser]', '  # note', '[[list]]'),
	);
	const layout = fc.record({
		lines: fc.array(line, { maxLength: 12 }),
		eol: fc.constantFrom('\n', '\r\n'),
		end: fc.boolean(),
	});

	test('is given back byte by byte, or left alone', () => {
		const format = tomlConfig(['mcp_servers']);
		let edited = 0;
		fc.assert(
			fc.property(layout, ({ lines, eol, end }) => {
				const original = lines.join('\n').replaceAll('\n', eol) + (end && lines.length > 0 ? eol : '');
				const wish = { format, scope: 'user' as const };
				const added = planChange(original, undefined, { ...wish, server: STDIO });
				if (added.kind !== 'change') {
					expect(added.kind).toBe('refused');
					return;
				}
				edited++;
				expect(format.read(added.text ?? '').kind).toBe('stdio');
				expect(scanToml(added.text ?? '').slice(0, -3)).toEqual(scanToml(original));
				expect(planChange(added.text, added.receipt, { ...wish, server: STDIO }).kind).toBe('nothing');
				const changed = planChange(added.text, added.receipt, { ...wish, server: HTTP });
				expect(changed.kind).toBe('change');
				if (changed.kind === 'change') {
					const removed = planChange(changed.text, changed.receipt, { ...wish, server: undefined });
					expect(removed).toMatchObject({ kind: 'change', text: original });
				}
				// Without what we remember, all that may differ is the white space at the end.
				const taken = format.remove(added.text ?? '');
				expect(taken.kind === 'changed' && taken.text.trimEnd()).toBe(original.trimEnd());
			}),
			{ numRuns: 2000 },
		);
		expect(edited).toBeGreaterThan(200);
	});
});

test('a diff shows what changes and two lines around it', () => {
	expect(changedLines('a\nb\nc\nd\ne\n', 'a\nb\nc\nx\ny\ne\n')).toBe('  b\n  c\n- d\n+ x\n+ y\n  e');
	expect(changedLines('', '{}\n')).toBe('+ {}');
	expect(changedLines('\uFEFFa\r\n', '\uFEFFa\r\nb\r\n')).toBe('  a\n+ b');
});

describe('what clients say about their servers', () => {
	const read = (name: keyof typeof CLIENTS, output: string) => CLIENTS[name].check?.read(output);
	test.each([
		['claude-code', 'Checking MCP server health…\n\nhawser: hawser mcp - ✔ Connected\n', 'connected'],
		['claude-code', 'hawser: http://localhost:50001/mcp (HTTP) - ✘ Failed to connect\n', 'failed'],
		['claude-code', 'hawser: hawser mcp - ⏸ Pending approval\n', 'listed'],
		[
			'gemini',
			'Configured MCP servers:\n\n\u001B[32m✓\u001B[39m hawser: hawser mcp (stdio) - Connected\n',
			'connected',
		],
		['gemini', '✗ hawser: hawser mcp (stdio) - Disconnected\n', 'failed'],
		['codex', 'Name    Command  Args  Env\nhawser  hawser   mcp   -   enabled\n', 'listed'],
		['opencode', '┌  MCP Servers\n│\n●  ✓ hawser connected\n│      hawser mcp\n', 'connected'],
	] as const)('%s: %j', (name, output, state) => {
		expect(read(name, output)).toMatchObject({ state });
	});

	test('means nothing where Hawser is not on a line of its own', () => {
		expect(lineAbout('No MCP servers configured. hawser', { connected: /x/, failed: /y/ })).toBeUndefined();
	});
});

describe('the command that clients start', () => {
	const base = temporaryFolder('command');
	const around = (path: string, env: Record<string, string> = {}): SetupEnvironment => ({
		home: base,
		project: base,
		platform: 'linux',
		env: { PATH: path, ...env },
	});
	const program = (...parts: string[]) => {
		const file = join(base, ...parts);
		mkdirSync(join(file, '..'), { recursive: true });
		writeFileSync(file, '#!/bin/sh\n');
		chmodSync(file, 0o755);
		return file;
	};

	test('is hawser when the PATH has it', () => {
		const file = program('bin', 'hawser');
		const found = stdioServer(around(['/nowhere', join(file, '..')].join(delimiter)), 'user');
		expect(found).toEqual({ transport: 'stdio', command: 'hawser', args: ['mcp'], env: {} });
	});

	test('goes through the shell of Windows, which starts scripts', () => {
		const file = program('windows', 'hawser.CMD');
		const there: SetupEnvironment = { ...around(join(file, '..')), platform: 'win32' };
		expect(stdioServer(there, 'user')).toMatchObject({ command: 'cmd', args: ['/c', 'hawser', 'mcp'] });
	});

	test('is not what npx put on the PATH for the moment', () => {
		const file = program('npx', 'node_modules', '.bin', 'hawser');
		const found = stdioServer(around(join(file, '..'), { HAWSER_HOME: join(base, 'none') }), 'user');
		expect(found.command).toBe(process.execPath);
	});

	test('is else the launcher, else this very program', () => {
		const launcher = program('hawser-home', 'bin', 'hawser');
		const env = { HAWSER_HOME: join(base, 'hawser-home') };
		expect(stdioServer(around('', env), 'user')).toMatchObject({ command: launcher, args: ['mcp'], env });
		expect(stdioServer(around('', env), 'project')).toMatchObject({ command: launcher, env: {} });
		const { command, args } = stdioServer(around('', { HAWSER_HOME: join(base, 'empty') }), 'user');
		expect([command, ...args]).toEqual([process.execPath, realpathSync(process.argv[1] ?? ''), 'mcp']);
	});
});

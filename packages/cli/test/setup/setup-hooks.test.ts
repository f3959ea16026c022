import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { finished, runCli, startCli } from '../run-cli.ts';

let cli: string;
let base: string;

beforeAll(async () => {
	cli = await buildCli();
});
beforeEach(() => {
	base = temporaryFolder('hooks');
	for (const folder of ['home/.claude', 'home/.gemini', 'project', 'bin']) {
		mkdirSync(join(base, folder), { recursive: true });
	}
	writeFileSync(join(base, 'bin/hawser'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 });
});

const file = (name: string) => join(base, 'home', name);
const text = (name: string) => readFileSync(file(name), 'utf8');
const env = () => ({
	HOME: join(base, 'home'),
	PATH: `${join(base, 'bin')}:/usr/bin:/bin`,
	HAWSER_HOME: file('.hawser'),
});
const run = (...args: string[]) => runCli(cli, args, { cwd: join(base, 'project'), env: env() });

const CLAUDE = `{
  // mine
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo" }] } // theirs
    ]
  }
}
`;

test('writes a hook for each agent that has such, beside those of the user, and takes exactly that out again', async () => {
	writeFileSync(file('.claude/settings.json'), CLAUDE);
	const shown = await run('setup', '--hooks');
	expect(shown.stdout).toMatch(/Hook for Claude Code: nothing written[\s\S]*hawser hook claude-code/);
	expect(shown.stdout).not.toContain('Qwen');
	expect(text('.claude/settings.json')).toBe(CLAUDE);

	const written = await run('setup', '--hooks', '--yes');
	expect(written.code, written.stdout + written.stderr).toBe(0);
	expect(text('.claude/settings.json')).toContain('// theirs');
	const claude = text('.claude/settings.json').replaceAll(/ *\/\/.*/g, '');
	expect(JSON.parse(claude)).toMatchObject({
		model: 'opus',
		hooks: {
			PostToolUse: [
				{ matcher: 'Bash' },
				{
					matcher: 'Edit|Write|MultiEdit|NotebookEdit',
					hooks: [{ type: 'command', command: 'hawser hook claude-code 2>/dev/null || true', timeout: 5 }],
				},
			],
		},
	});
	expect(JSON.parse(text('.gemini/settings.json'))).toEqual({
		hooks: {
			AfterTool: [
				{
					matcher: 'write_file|replace',
					hooks: [{ type: 'command', command: 'hawser hook gemini 2>/dev/null || true', timeout: 5000 }],
				},
			],
		},
	});
	expect((await run('setup', '--hooks', '--yes')).stdout).toContain('nothing to do');
	expect((await run('setup', '--hooks', '--remove', '--yes')).code).toBe(0);
	expect(text('.claude/settings.json')).toBe(CLAUDE);
	expect(existsSync(file('.gemini/settings.json'))).toBe(false);
});

test('the entry of the server and the hook share a file of Gemini CLI, and each goes by itself', async () => {
	const before = '{\n\t"theme": "dark"\n}\n';
	writeFileSync(file('.gemini/settings.json'), before);
	await run('setup', 'gemini', '--yes');
	const entry = text('.gemini/settings.json');
	await run('setup', '--hooks', 'gemini', '--yes');
	expect(JSON.parse(text('.gemini/settings.json'))).toMatchObject({
		mcpServers: { hawser: { args: ['mcp'] } },
		hooks: { AfterTool: [{}] },
	});
	await run('setup', '--hooks', '--remove', '--yes');
	expect(text('.gemini/settings.json')).toBe(entry);
	await run('setup', '--hooks', 'gemini', '--yes');
	expect((await run('setup', 'gemini', '--remove', '--yes')).stdout).toMatch(/Hook for Gemini CLI: taken out/);
	expect(text('.gemini/settings.json')).toBe(before);
});

test('"hawser setup --remove" and "hawser uninstall" know the hooks too', async () => {
	writeFileSync(file('.claude/settings.json'), CLAUDE);
	await run('setup', '--hooks', '--yes');
	expect((await run('setup', '--remove', '--yes')).stdout).toMatch(/Hook for Claude Code: taken out/);
	expect(text('.claude/settings.json')).toBe(CLAUDE);
	await run('setup', '--hooks', '--yes');
	expect((await run('uninstall', '--yes')).code).toBe(0);
	expect(text('.claude/settings.json')).toBe(CLAUDE);
	expect(existsSync(file('.hawser'))).toBe(false);
});

test('a hook that the user has moved into a group of theirs is left to them', async () => {
	await run('setup', '--hooks', 'claude-code', '--yes');
	const written = JSON.parse(text('.claude/settings.json')) as { hooks: { PostToolUse: { hooks: object[] }[] } };
	const own = written.hooks.PostToolUse[0] ?? { hooks: [] };
	const mixed = { hooks: { PostToolUse: [{ ...own, hooks: [{ type: 'command', command: 'fmt' }, ...own.hooks] }] } };
	writeFileSync(file('.claude/settings.json'), JSON.stringify(mixed));
	expect((await run('setup', '--hooks', 'claude-code', '--yes')).stdout).toContain('nothing to do');
	const removed = await run('setup', '--hooks', 'claude-code', '--remove', '--yes');
	expect(removed.code).toBe(3);
	expect(removed.stdout).toContain('a group with others');
	expect(JSON.parse(text('.claude/settings.json'))).toEqual(mixed);
});

test.each([
	[['--hooks', '--project'], /--hooks writes your own files/],
	[['--hooks', 'codex'], /No hook is known for "codex"/],
])('setup %j is refused', async (args, message) => {
	const { code, stderr } = await run('setup', ...args);
	expect(code).toBe(2);
	expect(stderr).toMatch(message);
});

test('a hook says nothing and ends well, whatever it is given and whether or not there is a window', async () => {
	symlinkSync('/nowhere', join(base, 'project/link.ts'));
	const edit = (path: unknown) =>
		JSON.stringify({ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: { file_path: path } });
	const inputs = [
		'',
		'no JSON',
		'{}',
		edit(7),
		edit('a.ts'),
		edit('/etc/passwd'),
		edit('link.ts'),
		' '.repeat(40_000_000),
	];
	for (const stdin of inputs) {
		for (const args of [['claude-code'], [], ['--nonsense'], ['claude-code', '--window', '7']]) {
			const child = startCli(cli, ['hook', ...args], { cwd: join(base, 'project'), env: env() });
			// On a slow machine the hook may have ended before it has read so much.
			child.stdin.on('error', () => undefined);
			child.stdin.end(stdin);
			const ended = await finished(child);
			expect(ended, `${args.join(' ')}: ${stdin.slice(0, 100)}`).toEqual({ code: 0, stdout: '', stderr: '' });
		}
	}
});

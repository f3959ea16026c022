import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { type FakeWindow, startFakeWindow } from '../fake-window.ts';
import { runCli } from '../run-cli.ts';

let cli: string;
let base: string;
let window: FakeWindow | undefined;

beforeAll(async () => {
	cli = await buildCli();
});
beforeEach(() => {
	base = temporaryFolder('setup');
	for (const folder of ['home/.codex', 'project', 'bin']) {
		mkdirSync(join(base, folder), { recursive: true });
	}
});
afterEach(async () => {
	await window?.close();
	window = undefined;
});

const hawserHome = () => join(base, 'hawser');
const config = () => readFileSync(join(base, 'home/.codex/config.toml'), 'utf8');
const run = (...args: string[]) =>
	runCli(cli, ['setup', ...args], {
		cwd: join(base, 'project'),
		env: {
			HOME: join(base, 'home'),
			HAWSER_HOME: hawserHome(),
			PATH: join(base, 'bin'),
			CODEX_HOME: join(base, 'home/.codex'),
		},
	});

function fakeProgram(name: string, script: string): void {
	writeFileSync(join(base, 'bin', name), `#!/bin/sh\n${script}\n`);
	chmodSync(join(base, 'bin', name), 0o755);
}

test('--list tells what it found and writes nothing', async () => {
	const { code, stdout } = await run('--list');
	expect(code).toBe(0);
	expect(stdout).toMatch(/^codex +installed +would add hawser to .*config\.toml$/m);
	expect(stdout).toMatch(/^zed +-$/m);
	expect(stdout).not.toContain('--remove');
	const listed = await run('--list', '--json');
	const { clients } = JSON.parse(listed.stdout) as { clients: { client: string; installed: boolean }[] };
	expect(clients.filter(({ installed }) => installed).map(({ client }) => client)).toEqual(['codex']);
	expect(() => config()).toThrow();
	await run('codex', '--yes');
	expect((await run('--list')).stdout).toContain('Take it out: hawser setup --remove.');
});

test('setup without a client shows the change for each that is installed, and writes with --yes', async () => {
	mkdirSync(join(base, 'home/.gemini'));
	mkdirSync(join(base, 'home/.claude'));
	fakeProgram('code', 'true');
	const shown = await run();
	expect(shown).toMatchObject({ code: 0, stderr: '' });
	expect(shown.stdout).toContain('+ [mcp_servers.hawser]');
	expect(shown.stdout).toMatch(/Gemini CLI: nothing written.*settings\.json/);
	expect(shown.stdout).toMatch(/Claude Code: nothing written.*\.claude\.json/);
	expect(shown.stdout).toMatch(/VS Code: needs nothing/);
	expect(shown.stdout).toContain('Add --yes');
	expect(shown.stdout).not.toContain('Zed');
	expect(() => config()).toThrow();
	const written = await run('--yes');
	expect(written.stdout).toMatch(/Codex: written/);
	expect(written.stdout).toMatch(/Gemini CLI: written/);
	// A session that starts before any window has no .mcp.json to look into.
	expect(readFileSync(join(base, 'home/.claude.json'), 'utf8')).toContain('"hawser"');
	expect((await run('--yes')).stdout).toMatch(/Codex: nothing to do/);
});

test('setup without a client says so when none is installed', async () => {
	rmSync(join(base, 'home/.codex'), { recursive: true });
	const { code, stdout } = await run();
	expect(code).toBe(0);
	expect(stdout).toContain('No agent or editor that it knows was found on this machine.');
});

test('--remove alone takes back every entry that was made, in all projects, and nothing else', async () => {
	const byHand = '{ "mcpServers": { "hawser": { "command": "hawser", "args": ["mcp"] } } }\n';
	mkdirSync(join(base, 'home/.gemini'));
	writeFileSync(join(base, 'home/.gemini/settings.json'), byHand);
	expect((await run('--remove')).stdout).toContain('Hawser has made no entry in the file of any client.');
	await run('codex', 'zed', '--yes');
	await run('cursor', '--project', '--yes');
	const other = join(base, 'other');
	mkdirSync(other);
	await run('claude-code', '--project', '--yes', '--workspace', other);
	expect(existsSync(join(other, '.mcp.json'))).toBe(true);

	const shown = await run('--remove');
	expect(shown.stdout).toContain('- [mcp_servers.hawser]');
	expect(shown.stdout).toContain('Add --yes');
	expect(config()).toContain('hawser');

	const { code, stdout } = await run('--remove', '--yes');
	expect(code).toBe(0);
	for (const title of ['Codex', 'Zed', 'Cursor', 'Claude Code']) {
		expect(stdout).toMatch(new RegExp(`${title}: taken out`));
	}
	expect(stdout).not.toContain('Gemini');
	expect(() => config()).toThrow();
	expect(existsSync(join(other, '.mcp.json'))).toBe(false);
	expect(existsSync(join(base, 'project/.cursor'))).toBe(false);
	expect(readFileSync(join(base, 'home/.gemini/settings.json'), 'utf8')).toBe(byHand);
	expect((await run('--remove', '--yes')).stdout).toContain('Hawser has made no entry');
});

test('setup shows the change and writes only with --yes when there is nobody to ask', async () => {
	const shown = await run('codex');
	expect(shown).toMatchObject({ code: 0, stderr: '' });
	expect(shown.stdout).toContain('+ [mcp_servers.hawser]');
	expect(shown.stdout).toContain('Add --yes');
	expect(() => config()).toThrow();
	expect((await run('codex', '--yes')).stdout).toContain('written');
	expect(config()).toContain(`env = { HAWSER_HOME = "${hawserHome()}" }`);
	expect((await run('codex', '--yes')).stdout).toContain('nothing to do');
	expect((await run('codex', '--remove', '--yes')).stdout).toContain('taken out');
	expect(() => config()).toThrow();
});

test('setup asks the client afterwards, with a time limit of its own', async () => {
	fakeProgram('claude', 'echo "hawser: hawser mcp - ✔ Connected"');
	fakeProgram('codex', 'exit 3');
	const { stdout, code } = await run('claude-code', 'codex', '--yes', '--json');
	expect(code).toBe(0);
	expect(JSON.parse(stdout)).toMatchObject({
		ok: true,
		clients: [
			{ client: 'claude-code', check: { command: 'claude mcp list', state: 'connected' } },
			{ client: 'codex', check: { command: 'codex mcp list', state: 'silent' } },
		],
	});
});

test('setup over HTTP names the window of the project, and never shows its token', async () => {
	expect(await run('codex', '--http', '--yes')).toMatchObject({ code: 4 });
	window = await startFakeWindow({ home: hawserHome(), folders: [join(base, 'project')] });
	const { stdout, code } = await run('codex', '--http', '--yes');
	expect(code).toBe(0);
	expect(stdout).not.toContain(window.entry.token);
	expect(config()).toContain(`url = "http://127.0.0.1:${window.entry.port}/mcp?profile=core"`);
	expect(config()).toContain(`Bearer ${window.entry.token}`);
});

test('a file that is left alone is exit code 3, and the others are still written', async () => {
	writeFileSync(join(base, 'home/.codex/config.toml'), 'broken');
	const { stdout, code } = await run('codex', 'gemini', '--yes');
	expect(code).toBe(3);
	expect(stdout).toContain('left alone');
	expect(stdout).toContain('Why: it is not valid TOML');
	expect(stdout).toMatch(/Gemini CLI: written/);
	expect(config()).toBe('broken');
});

test.each([
	{ args: ['claude'], says: 'did you mean "claude-code"?' },
	{ args: ['curser'], says: 'did you mean "cursor"?' },
	{ args: ['--list', '--yes'], says: 'writes nothing' },
	{ args: ['cursor', '--project', '--http', '--yes'], says: 'is a secret' },
])('$args is a usage error', async ({ args, says }) => {
	const { code, stderr } = await run(...args);
	expect(code).toBe(2);
	expect(stderr).toContain(says);
});

test.skipIf(process.platform === 'win32').each(['.mcp.json', '.cursor', '.cursor/mcp.json'])(
	'a file of the project is not written through the link %s',
	async name => {
		const elsewhere = join(base, 'elsewhere');
		mkdirSync(elsewhere);
		const target = name === '.cursor' ? elsewhere : join(elsewhere, 'settings.json');
		writeFileSync(join(elsewhere, 'settings.json'), '{}\n');
		mkdirSync(join(base, 'project', name, '..'), { recursive: true });
		symlinkSync(target, join(base, 'project', name));
		const client = name === '.mcp.json' ? 'claude-code' : 'cursor';
		const { code, stdout, stderr } = await run(client, '--project', '--yes');
		expect(code).toBe(3);
		expect(stdout + stderr).toContain('is a link');
		expect(readdirSync(elsewhere)).toEqual(['settings.json']);
		expect(readFileSync(join(elsewhere, 'settings.json'), 'utf8')).toBe('{}\n');
	},
);

test('completion and help know the clients', async () => {
	const words = await runCli(cli, ['completion', '--words', '--', 'setup', 'codex', 'c']);
	expect(words.stdout.trim().split('\n')).toEqual(['claude-code', 'claude-desktop', 'copilot', 'cursor', 'cline']);
	expect((await run('--help')).stdout).toContain('windsurf');
});

describe('--skill', () => {
	const inProject = (...parts: string[]) => join(base, 'project', ...parts);
	const forAgents = () => inProject('.agents/skills/hawser/SKILL.md');
	const skills = () => [forAgents(), inProject('.claude/skills/hawser/SKILL.md')];
	const textOf = (file: string) => readFileSync(file, 'utf8');

	test('writes the recipes and one line for AGENTS.md, changes nothing the second time, and takes it all back', async () => {
		const agents = '# Rules\n\nBe kind.\n';
		writeFileSync(inProject('AGENTS.md'), agents);
		expect((await run('--skill')).stdout).toContain('nothing written');
		expect(existsSync(forAgents())).toBe(false);
		expect((await run('--skill', '--yes')).stdout).toContain('written');
		for (const file of skills()) {
			expect(textOf(file)).toMatch(/^---\nname: hawser\ndescription: /);
			expect(textOf(file)).toContain('## Rename safely\n\n1. symbol_search for "<symbol>"');
		}
		expect(textOf(inProject('AGENTS.md'))).toMatch(
			/^# Rules\n\nBe kind\.\n\nCode questions go to the `hawser` MCP tools/,
		);
		expect((await run('--skill', '--yes')).stdout).not.toContain('written');
		await run('--skill', '--remove', '--yes');
		expect(textOf(inProject('AGENTS.md'))).toBe(agents);
		expect(existsSync(inProject('.agents'))).toBe(false);
		expect(existsSync(inProject('.claude'))).toBe(false);
	});

	test('is taken back with all the rest', async () => {
		await run('--skill', '--yes');
		await run('--remove', '--yes');
		expect(existsSync(inProject('AGENTS.md'))).toBe(false);
		expect(existsSync(inProject('.agents'))).toBe(false);
	});

	test("leaves another skill of that name alone, and the user's own words in AGENTS.md", async () => {
		mkdirSync(inProject('.agents/skills/hawser'), { recursive: true });
		writeFileSync(forAgents(), '# mine\n');
		const { stdout, code } = await run('--skill', '--yes');
		expect(code).toBe(3);
		expect(stdout).toContain('it is another skill with the name "hawser"');
		expect(textOf(forAgents())).toBe('# mine\n');
		writeFileSync(inProject('AGENTS.md'), `${textOf(inProject('AGENTS.md'))}\nAdded by hand.\n`);
		await run('--skill', '--remove', '--yes');
		expect(textOf(inProject('AGENTS.md'))).toBe('\nAdded by hand.\n');
	});

	test('is for no client in particular', async () => {
		expect(await run('codex', '--skill')).toMatchObject({ code: 2 });
	});
});

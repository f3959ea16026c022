import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { createProjectConfig } from '../src/project-config.ts';
import { git, gitStatus, homeWith, POSIX, repositoryWith } from './temporary.ts';

const children: ChildProcess[] = [];
afterEach(() => {
	for (const child of children.splice(0)) {
		child.kill('SIGKILL');
	}
});

function start(name: string, args: readonly string[]): ChildProcess {
	const child = fork(join(import.meta.dirname, name), args);
	children.push(child);
	return child;
}

const read = (file: string) => readFileSync(file, 'utf8');

test('a window that is killed at any moment: every file is whole, and the next start puts all of them back', async () => {
	const home = homeWith('killed', 'next');
	const usersFile = join(temporaryFolder('user'), '.claude.json');
	const tracked = repositoryWith({ '.mcp.json': '{"mcpServers":{}} // ours\n' });
	const plain = repositoryWith({});
	const filled = temporaryFolder();
	mkdirSync(join(plain, '.git/info'), { recursive: true });
	const originals = {
		[usersFile]: `{\n "projects": {"/x": {}}, "filler": "${'y'.repeat(50_000)}"\n}`,
		[join(filled, '.mcp.json')]: '\uFEFF{\r\n\t"mcpServers": { /* none */ }\r\n}',
		[join(plain, '.git/info/exclude')]: '*.log',
		[join(tracked, '.mcp.json')]: read(join(tracked, '.mcp.json')),
	};
	for (const [file, text] of Object.entries(originals)) {
		writeFileSync(file, text, { mode: 0o600 });
	}
	const next = createProjectConfig({ home, windowId: 'next', usersFile, warn: message => expect.fail(message) });
	for (let round = 0; round < 15; round++) {
		writeFileSync(join(home, 'windows', 'killed.json'), '{}');
		const window = start('keep-config-process.ts', [home, usersFile, tracked, plain, filled]);
		await once(window, 'message');
		// The moment is left to chance: the window goes on in a loop meanwhile.
		await new Promise(resolve => setTimeout(resolve, Math.random() * 150));
		const gone = once(window, 'exit');
		window.kill('SIGKILL');
		await gone;
		expect(() => JSON.parse(read(usersFile)) as unknown).not.toThrow();
		rmSync(`${usersFile}.lock`, { recursive: true, force: true });
		await next.keep([]);
		expect(Object.fromEntries(Object.keys(originals).map(file => [file, read(file)]))).toEqual(originals);
		expect(existsSync(join(plain, '.mcp.json'))).toBe(false);
		expect(readdirSync(filled)).toEqual(['.mcp.json']);
		expect([tracked, plain].map(gitStatus)).toEqual(['', '']);
	}
	expect(git(plain, 'fsck')).toBe('');
});

test('~/.claude.json while Claude Code writes it all the time: nothing of its is lost, nothing of ours stays', async () => {
	const home = homeWith('w1');
	const folder = repositoryWith({ '.mcp.json': '{}' });
	const usersFile = join(temporaryFolder('user'), '.claude.json');
	const original = { count: 0, projects: { [folder]: { history: ['a'] } }, filler: 'x'.repeat(100_000) };
	writeFileSync(usersFile, JSON.stringify(original, null, 2), { mode: 0o600 });
	const rounds = 150;
	const owner = start('busy-owner-process.ts', [usersFile, String(rounds)]);
	const finished = once(owner, 'exit');
	const patient = { ownersLockWait: 60_000 };
	const config = createProjectConfig({ home, windowId: 'w1', usersFile, warn: () => undefined, ...patient });
	for (let port = 1; owner.exitCode === null && owner.signalCode === null; port++) {
		await config.keep([{ folder, value: { url: `http://localhost:${port}/mcp` }, secret: true }]);
		const project = { history: ['a'], mcpServers: { hawser: { url: `http://localhost:${port}/mcp` } } };
		expect(JSON.parse(read(usersFile))).toMatchObject({ projects: { [folder]: project } });
		await config.leave();
	}
	await finished;
	expect(JSON.parse(read(usersFile))).toEqual({ ...original, count: rounds });
	expect(!POSIX || (statSync(usersFile).mode & 0o777) === 0o600).toBe(true);
	expect(readdirSync(join(usersFile, '..'))).toEqual(['.claude.json']);
});

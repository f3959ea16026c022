import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { SyncProgress, SyncRequest } from '@hawser/core/ports/values/git-exchange.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { createProgressReader, readProgress, withoutProgress } from '../src/exchange/progress-lines.ts';
import { gitOn, NEVER, newRepository, repositoryIn, type TestRepository } from './temporary-repository.ts';

const DEFAULTS = { diverged: 'refuse', publish: false, prune: false } as const;

/** A bare repository, and two clones of it with one commit. */
function remoteWithClones() {
	const folder = temporaryFolder();
	const remote = repositoryIn(join(folder, 'remote; touch hacked.git'));
	remote.git('init', '--quiet', '--bare', '--initial-branch=main');
	const first = newRepository();
	first.git('remote', 'add', 'origin', remote.root);
	first.commit('base', { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' });
	first.git('push', '--quiet', '--set-upstream', 'origin', 'main');
	const second = repositoryIn(join(folder, 'second'));
	second.git('clone', '--quiet', remote.root, '.');
	second.git('config', 'user.name', 'Bea');
	second.git('config', 'user.email', 'bea@example.org');
	return { remote, first, second };
}

const sync = (
	repository: TestRepository,
	request: Partial<SyncRequest> & Pick<SyncRequest, 'action'>,
	tell: (progress: SyncProgress) => void = () => undefined,
) => gitOn(repository.root).sync({ ...DEFAULTS, ...request }, tell, NEVER);

function hook(root: string, name: string, script: string): void {
	mkdirSync(join(root, 'hooks'), { recursive: true });
	writeFileSync(join(root, 'hooks', name), `#!/bin/sh\n${script}\n`);
	chmodSync(join(root, 'hooks', name), 0o755);
}

describe('fetching and pulling', () => {
	test('a fetch tells which branches moved, leaves the branch alone, and tells its progress', async () => {
		const { first, second } = remoteWithClones();
		first.commit('more', { 'c.txt': 'c\n' });
		first.git('push', '--quiet', 'origin', 'main', 'main:refs/heads/weird;name');
		const told: SyncProgress[] = [];
		const done = await sync(second, { action: 'fetch' }, progress => told.push(progress));
		expect(done).toMatchObject({ branch: 'main', ahead: 0, behind: 1, pulled: 0 });
		expect(done.moved).toEqual([
			{ name: 'origin/main', change: 'updated' },
			{ name: 'origin/weird;name', change: 'new' },
		]);
		expect(told.map(({ message }) => message)).toContain('Counting objects');
		expect(existsSync(join(second.root, 'c.txt'))).toBe(false);
		first.git('push', '--quiet', 'origin', ':refs/heads/weird;name');
		expect((await sync(second, { action: 'fetch', prune: true })).moved).toEqual([
			{ name: 'origin/weird;name', change: 'gone' },
		]);
	});

	test('a pull brings the commits in and names the files', async () => {
		const { first, second } = remoteWithClones();
		first.commit('more', { 'c.txt': 'c\n', 'a.txt': 'ONE\ntwo\nthree\n' });
		first.git('push', '--quiet');
		const done = await sync(second, { action: 'pull' });
		expect(done).toMatchObject({ pulled: 1, files: ['a.txt', 'c.txt'], ahead: 0, behind: 0, output: '' });
		expect(readFileSync(join(second.root, 'c.txt'), 'utf8')).toBe('c\n');
		expect(await sync(second, { action: 'pull' })).toMatchObject({ pulled: 0, files: [] });
	});

	test('a pull into a repository without a commit takes everything', async () => {
		const { remote } = remoteWithClones();
		const empty = newRepository();
		empty.git('remote', 'add', 'origin', remote.root);
		expect(await sync(empty, { action: 'pull', remote: 'origin', branch: 'main' })).toMatchObject({ pulled: 1 });
		expect(readFileSync(join(empty.root, 'b.txt'), 'utf8')).toBe('b\n');
	});

	test('branches that have diverged are left alone, unless the call says how to join them', async () => {
		const { first, second } = remoteWithClones();
		first.commit('there', { 'c.txt': 'c\n' });
		first.git('push', '--quiet');
		const own = second.commit('here', { 'd.txt': 'd\n' });
		await expect(sync(second, { action: 'pull' })).rejects.toMatchObject({ code: 'E_DIVERGED' });
		expect(second.git('rev-parse', 'HEAD').trim()).toBe(own);
		expect(await sync(second, { action: 'pull', diverged: 'rebase' })).toMatchObject({ ahead: 1, behind: 0 });
		expect(second.git('log', '--format=%s').trim().split('\n')).toEqual(['here', 'there', 'base']);
		second.git('reset', '--quiet', '--hard', own);
		await sync(second, { action: 'pull', diverged: 'merge' });
		expect(second.git('log', '-1', '--format=%s')).toMatch(/^Merge remote-tracking branch 'origin\/main'/);
	});

	test('uncommitted changes and unsaved edits that a pull would overwrite are kept', async () => {
		const { first, second } = remoteWithClones();
		first.commit('there', { 'a.txt': 'ONE\n' });
		first.git('push', '--quiet');
		second.write('a.txt', 'mine\n');
		await expect(sync(second, { action: 'pull' })).rejects.toMatchObject({
			code: 'E_WOULD_LOSE_WORK',
			details: { files: ['a.txt'] },
		});
		expect(readFileSync(join(second.root, 'a.txt'), 'utf8')).toBe('mine\n');
		second.git('checkout', '--quiet', '--', 'a.txt');
		const git = gitOn(second.root, { unsaved: [{ path: join(second.root, 'a.txt'), text: 'typed' }] });
		await expect(git.sync({ ...DEFAULTS, action: 'pull' }, () => undefined, NEVER)).rejects.toMatchObject({
			code: 'E_FILE_DIRTY',
		});
		expect(second.git('log', '--format=%s').trim()).toBe('base');
	});

	test.each(['merge', 'rebase'] as const)('a %s that stops at conflicts can be continued or aborted', async how => {
		const { first, second } = remoteWithClones();
		first.commit('there', { 'a.txt': 'THERE\ntwo\nthree\n' });
		first.git('push', '--quiet');
		const own = second.commit('here', { 'a.txt': 'HERE\ntwo\nthree\n' });
		const pull = () => sync(second, { action: 'pull', diverged: how });
		await expect(pull()).rejects.toMatchObject({ code: 'E_CONFLICTS', details: { files: ['a.txt'], operation: how } });
		await expect(pull()).rejects.toMatchObject({ code: 'E_CONFLICTS' });
		await expect(sync(second, { action: 'continue' })).rejects.toMatchObject({ code: 'E_CONFLICTS' });
		await sync(second, { action: 'abort' });
		expect(second.git('rev-parse', 'HEAD').trim()).toBe(own);
		await expect(sync(second, { action: 'abort' })).rejects.toMatchObject({ code: 'E_NO_CHANGES' });
		await expect(pull()).rejects.toMatchObject({ code: 'E_CONFLICTS' });
		second.write('a.txt', 'BOTH\ntwo\nthree\n');
		second.git('add', 'a.txt');
		expect(await sync(second, { action: 'continue' })).toMatchObject({ branch: 'main', behind: 0 });
		expect(second.git('status', '--porcelain')).toBe('');
	});
});

describe('pushing', () => {
	test('a push sends the commits; a branch without upstream is published only when asked', async () => {
		const { remote, first } = remoteWithClones();
		const hash = first.commit('more');
		expect(await sync(first, { action: 'push' })).toMatchObject({ pushed: 1, ahead: 0 });
		expect(remote.git('rev-parse', 'main').trim()).toBe(hash);
		expect(await sync(first, { action: 'push' })).toMatchObject({ pushed: 0 });
		first.git('switch', '--quiet', '--create', '@{weird};name'.replaceAll(/[@{}]/g, ''));
		await expect(sync(first, { action: 'push' })).rejects.toMatchObject({
			code: 'E_NO_UPSTREAM',
			details: { remotes: ['origin'] },
		});
		expect(await sync(first, { action: 'push', publish: true })).toMatchObject({ upstream: 'origin/weird;name' });
		expect(remote.git('rev-parse', 'weird;name').trim()).toBe(hash);
	});

	test('a push that the remote is ahead of is refused and never forced; "sync" pulls first', async () => {
		const { remote, first, second } = remoteWithClones();
		const there = first.commit('there', { 'c.txt': 'c\n' });
		first.git('push', '--quiet');
		second.commit('here', { 'd.txt': 'd\n' });
		second.git('config', 'push.default', 'matching');
		await expect(sync(second, { action: 'push' })).rejects.toMatchObject({ code: 'E_NON_FAST_FORWARD' });
		expect(remote.git('rev-parse', 'main').trim()).toBe(there);
		const done = await sync(second, { action: 'sync', diverged: 'rebase' });
		expect(done).toMatchObject({ pulled: 1, pushed: 1, ahead: 0, behind: 0 });
	});

	test('what a hook here and a hook of the remote say comes back', async () => {
		const { remote, first } = remoteWithClones();
		first.commit('more');
		hook(join(first.root, '.git'), 'pre-push', 'echo "tests are red" >&2; exit 1');
		await expect(sync(first, { action: 'push' })).rejects.toMatchObject({
			code: 'E_PUSH_REFUSED',
			message: expect.stringMatching(/pre-push[\s\S]*tests are red/) as unknown,
		});
		hook(join(first.root, '.git'), 'pre-push', 'exit 0');
		hook(remote.root, 'pre-receive', 'echo "main is protected"; exit 1');
		await expect(sync(first, { action: 'push' })).rejects.toMatchObject({
			code: 'E_PUSH_REFUSED',
			message: expect.stringContaining('main is protected') as unknown,
		});
		hook(remote.root, 'pre-receive', 'echo "see you at https://example.org/merge"; exit 0');
		expect((await sync(first, { action: 'push' })).output).toContain('https://example.org/merge');
	});
});

describe('what cannot be done is refused with the reason', () => {
	test.each([
		[{ action: 'fetch' as const }, 'E_NO_REMOTE'],
		[{ action: 'push' as const }, 'E_NO_REMOTE'],
		[{ action: 'pull' as const }, 'E_NO_REMOTE'],
		[{ action: 'fetch' as const, remote: '--upload-pack=touch hacked' }, 'E_NO_REMOTE'],
		[{ action: 'fetch' as const, remote: 'ext::touch hacked' }, 'E_NO_REMOTE'],
		[{ action: 'push' as const, remote: 'origin', branch: '+main' }, 'E_NO_REMOTE'],
		[{ action: 'pull' as const, branch: '--output=x' }, 'E_INVALID_PARAMS'],
		[{ action: 'continue' as const }, 'E_NO_CHANGES'],
	])('%j without a remote', async (request, code) => {
		const repository = newRepository();
		repository.commit('base', { 'a.txt': 'a' });
		await expect(sync(repository, request)).rejects.toMatchObject({ code });
		expect(existsSync(join(repository.root, 'hacked'))).toBe(false);
	});

	test('a remote that is gone, a branch that it lacks, and a detached HEAD', async () => {
		const { first } = remoteWithClones();
		await expect(sync(first, { action: 'pull', branch: 'none' })).rejects.toMatchObject({ code: 'E_REF_NOT_FOUND' });
		first.git('remote', 'add', 'gone', join(first.root, 'nowhere'));
		await expect(sync(first, { action: 'fetch', remote: 'gone' })).rejects.toMatchObject({
			code: 'E_REMOTE_UNREACHABLE',
		});
		first.git('switch', '--quiet', '--detach');
		await expect(sync(first, { action: 'push' })).rejects.toMatchObject({ code: 'E_NO_UPSTREAM' });
	});
});

describe('a server that wants a login, or that never answers', () => {
	const servers: { close(): unknown }[] = [];
	afterAll(() => servers.forEach(server => server.close()));

	const listen = (answer: string | undefined) =>
		new Promise<number>(resolve => {
			const server = createServer(socket => {
				socket.on('error', () => undefined);
				if (answer !== undefined) {
					socket.once('data', () => socket.end(answer));
				}
			});
			servers.push(server);
			server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
		});

	test('nobody is asked for a password', async () => {
		const port = await listen(
			'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
		);
		const { first } = remoteWithClones();
		// A helper of the user that would ask in a window, and wait for ever.
		first.git('config', 'core.askPass', '');
		first.git('remote', 'add', 'web', `http://127.0.0.1:${port}/x.git`);
		await expect(sync(first, { action: 'fetch', remote: 'web' })).rejects.toMatchObject({ code: 'E_REMOTE_LOGIN' });
	});

	test('a call that is cancelled ends git and its helpers, and leaves no lock behind', async () => {
		const port = await listen(undefined);
		const { first } = remoteWithClones();
		first.git('remote', 'add', 'mute', `http://127.0.0.1:${port}/x.git`);
		const signal = createCancellation();
		const git = gitOn(first.root);
		const fetching = git.sync({ ...DEFAULTS, action: 'fetch', remote: 'mute' }, () => undefined, signal);
		setTimeout(signal.cancel, 500);
		await expect(fetching).rejects.toMatchObject({ code: 'E_CANCELLED' });
		expect(existsSync(join(first.root, '.git/index.lock'))).toBe(false);
		expect(await sync(first, { action: 'fetch', remote: 'origin' })).toMatchObject({ branch: 'main' });
	});

	test('a hook that ignores the end of the call does not hold it up', async () => {
		const { first } = remoteWithClones();
		first.commit('more');
		hook(join(first.root, '.git'), 'pre-push', 'trap "" TERM; touch started; sleep 60; sleep 60');
		const signal = createCancellation();
		const pushing = gitOn(first.root).sync({ ...DEFAULTS, action: 'push' }, () => undefined, signal);
		await expect.poll(() => existsSync(join(first.root, 'started')), { timeout: 20_000 }).toBe(true);
		signal.cancel();
		await expect(pushing).rejects.toMatchObject({ code: 'E_CANCELLED' });
	}, 60_000);
});

describe('progress', () => {
	test.each([
		['Receiving objects:  45% (9/20), 1.2 MiB | 3 MiB/s', { message: 'Receiving objects', done: 9, total: 20 }],
		['remote: Counting objects: 100% (3/3), done.', { message: 'Counting objects', done: 3, total: 3 }],
		['remote: Enumerating objects: 5, done.', { message: 'Enumerating objects', done: 5 }],
		['fatal: 100% (1/2)', undefined],
	])('%s', (line, expected) => {
		expect(readProgress(line)).toEqual(expected);
	});

	test('many steps in a moment are told once, and the last always', () => {
		const told: SyncProgress[] = [];
		const read = createProgressReader(
			progress => told.push(progress),
			() => 1,
		);
		for (let done = 1; done <= 100; done++) {
			read(`Receiving objects: ${done}% (${done}/100)\r`);
		}
		expect(told.map(({ done }) => done)).toEqual([1, 100]);
	});

	test('what a server says is told apart from progress', () => {
		expect(
			withoutProgress('Counting objects: 100% (3/3)\rCounting objects: done.\nremote: Open a request:\nTo /x\n'),
		).toBe('remote: Open a request:');
	});
});

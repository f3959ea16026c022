import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { gitOn, NEVER, newRepository, repositoryIn, type TestRepository } from './temporary-repository.ts';

/** Programs that a repository plants, each of which would leave a mark on disk if git started it. */
interface Trap {
	repository: TestRepository;
	/** Path of a script that leaves a mark, and is a filter that changes nothing. */
	script: string;
	/** A shell command that does the same, for settings that are read by a shell. */
	command: string;
	ran(): boolean;
	disarm(): void;
}

function newTrap(root?: string): Trap {
	const repository = root === undefined ? newRepository() : repositoryIn(root);
	const outside = temporaryFolder();
	const mark = join(outside, 'ran');
	const script = join(outside, 'evil.sh');
	writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat\n`);
	chmodSync(script, 0o755);
	return {
		repository,
		script,
		command: script,
		ran: () => existsSync(mark),
		disarm: () => rmSync(mark, { force: true }),
	};
}

function filled(attributes = '*.txt filter=evil diff=evil merge=evil\n'): Trap {
	const trap = newTrap();
	trap.repository.commit('first', { 'a.txt': 'a\n', 'b.txt': 'b\n' });
	trap.repository.commit('second', { 'a.txt': 'a\nb\n', '.gitattributes': attributes });
	return trap;
}

type Git = ReturnType<typeof gitOn>;

/** Every way in which git_status, git_diff, git_log, git_show, git_blame and git_branch read, by name. */
const READS: Record<string, (git: Git, place: { repository?: string; file: string }) => Promise<unknown>> = {
	status: (git, { repository }) =>
		git.status({ ...(repository !== undefined && { path: repository }), ignored: true }, NEVER),
	'diff of the working tree': (git, { repository }) =>
		git.diff({ ...(repository !== undefined && { repository }), compare: 'unstaged', context: 3 }, NEVER),
	'diff of the index': (git, { repository }) =>
		git.diff({ ...(repository !== undefined && { repository }), compare: 'staged', context: 3 }, NEVER),
	'diff with a commit': (git, { repository }) =>
		git.diff({ ...(repository !== undefined && { repository }), compare: { ref: 'HEAD~1' }, context: 3 }, NEVER),
	'diff between commits': (git, { repository }) =>
		git.diff({ ...(repository !== undefined && { repository }), compare: { ref: 'HEAD~1...HEAD' }, context: 3 }, NEVER),
	'diff of a file': (git, { file }) => git.diff({ path: file, compare: 'unstaged', context: 3 }, NEVER),
	log: (git, { repository }) =>
		git.log({ ...(repository !== undefined && { repository }), limit: 5, offset: 0 }, NEVER),
	'log of a file': (git, { file }) => git.log({ path: file, text: 's', limit: 5, offset: 0 }, NEVER),
	show: (git, { repository }) =>
		git.commit({ ...(repository !== undefined && { repository }), ref: 'HEAD', context: 3 }, NEVER),
	'show of a file': (git, { file }) => git.fileAt({ path: file, ref: 'HEAD' }, NEVER),
	blame: (git, { file }) => git.blame({ path: file, startLine: 1 }, NEVER),
	'blame of a commit': (git, { file }) => git.blame({ path: file, ref: 'HEAD', startLine: 1 }, NEVER),
	branches: (git, { repository }) =>
		git.branches({ ...(repository !== undefined && { repository }), remote: true }, NEVER),
};

/** The code of each read's failure, or 'answered'. */
async function readEverything(git: Git, place: { repository?: string; file: string }): Promise<Record<string, string>> {
	const told: Record<string, string> = {};
	for (const [name, read] of Object.entries(READS)) {
		told[name] = await read(git, place).then(
			() => 'answered',
			(error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
		);
	}
	return told;
}

const everywhere = (code: string) => Object.fromEntries(Object.keys(READS).map(name => [name, code]));

/** Settings of every kind that can make git start a program, with where a value other than the script is needed. */
const PLANTED: readonly (readonly [key: string, value?: (trap: Trap) => string])[] = [
	['filter.evil.clean'],
	['filter.evil.smudge'],
	['filter.evil.process'],
	['filter.a=b.clean'],
	['filter.a.b.clean'],
	['filter.a\tb.process'],
	['diff.evil.textconv'],
	['diff.evil.command'],
	['diff.external'],
	['diff.tool'],
	['difftool.evil.cmd'],
	['mergetool.evil.cmd'],
	['merge.evil.driver'],
	['core.fsmonitor'],
	['core.hooksPath', ({ repository }) => join(repository.root, 'hooks')],
	['hook.evil.command'],
	['core.pager'],
	['pager.status'],
	['pager.log'],
	['pager.diff'],
	['pager.show'],
	['pager.blame'],
	['pager.branch'],
	['core.editor'],
	['sequence.editor'],
	['core.askPass'],
	['core.sshCommand'],
	['core.gitProxy'],
	['core.alternateRefsCommand'],
	['credential.helper', ({ command }) => `!${command}`],
	['credential.https://example.org.helper', ({ command }) => `!${command}`],
	['gpg.program'],
	['gpg.ssh.program'],
	['gpg.x509.program'],
	['gpg.openpgp.program'],
	['gpg.ssh.defaultKeyCommand'],
	['alias.status', ({ command }) => `!${command}`],
	['alias.config', ({ command }) => `!${command}`],
	['submodule.lib.update', ({ command }) => `!${command}`],
	['remote.origin.uploadpack'],
	['remote.origin.receivepack'],
	['remote.origin.vcs', () => 'evil'],
	['remote.origin.url', ({ command }) => `ext::${command}`],
	['url.ext::sh -c evil.insteadOf', () => 'https://'],
	['protocol.ext.allow', () => 'always'],
	['uploadpack.packObjectsHook'],
	['receive.procReceiveRefs'],
	['trailer.sign.command'],
	['trailer.sign.cmd'],
	['interactive.diffFilter'],
	['browser.evil.cmd'],
	['man.evil.cmd'],
	['web.browser'],
	['tar.evil.command'],
	['guitool.evil.cmd'],
	['sendemail.smtpServer'],
	['instaweb.httpd'],
	['imap.tunnel'],
	['lfs.customtransfer.evil.path'],
	['lfs.extension.evil.clean'],
	['include.path', ({ repository }) => join(repository.root, 'more')],
	['includeIf.gitdir:/.path', ({ repository }) => join(repository.root, 'more')],
	['includeIf.onbranch:main.path', ({ repository }) => join(repository.root, 'more')],
	['core.attributesFile', ({ repository }) => join(repository.root, 'more')],
	['core.excludesFile', () => '//example.org/share/ignore'],
	['mailmap.file', () => '//example.org/share/mailmap'],
	['diff.orderFile', () => '//example.org/share/order'],
	['blame.ignoreRevsFile', () => '/etc/passwd'],
	['trace2.eventTarget', ({ repository }) => join(repository.root, 'trace')],
];

describe('in an untrusted workspace, no reading tool starts what a repository plants', () => {
	test.each(PLANTED.map(([key, value]) => ({ key, value })))('a program in $key is refused', async ({ key, value }) => {
		const trap = filled();
		const { repository, script } = trap;
		repository.write('more', `[filter "evil"]\n\tclean = ${script}\n[core]\n\tfsmonitor = ${script}\n`);
		for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout']) {
			repository.write(`hooks/${hook}`, readFileSync(script, 'utf8'));
			chmodSync(join(repository.root, 'hooks', hook), 0o755);
		}
		// Names with `=` or a line break are written as they are; `git config` is not asked whether it likes them.
		const [, section = '', named, name = ''] = /^([^.]+)(?:\.(.*))?\.([^.]+)$/s.exec(key) ?? [];
		const head = named === undefined ? `[${section}]` : `[${section} "${named}"]`;
		appendFileSync(join(repository.root, '.git/config'), `${head}\n\t${name} = "${value?.(trap) ?? script}"\n`);
		repository.write('.git/info/attributes', '*.txt filter=a=b\nb.txt filter=a.b\n');
		repository.write('a.txt', 'changed\n');
		repository.write('b.txt', 'changed\n');
		const git = gitOn(repository.root, { trusted: false });
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
		expect(trap.ran()).toBe(false);
		await expect(git.status({ ignored: false }, NEVER)).rejects.toMatchObject({
			message: expect.stringContaining(`${section.toLowerCase()}.`) as string,
			details: {
				settings: expect.arrayContaining([
					expect.stringMatching(new RegExp(`^${section}\\..*${name}$`, 'is')),
				]) as string[],
			},
		});
	});

	test('no program runs by the configuration of one worktree', async () => {
		const trap = filled();
		trap.repository.git('config', 'extensions.worktreeConfig', 'true');
		trap.repository.git('config', '--worktree', 'filter.evil.clean', trap.script);
		trap.repository.write('a.txt', 'changed\n');
		const git = gitOn(trap.repository.root, { trusted: false });
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
		expect(trap.ran()).toBe(false);
		expect(() => trap.repository.git('diff')).not.toThrow();
		expect(trap.ran()).toBe(true);
	});

	test('no hook in the usual place runs, while what is harmless is answered', async () => {
		const trap = filled();
		for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit', 'post-checkout']) {
			trap.repository.write(`.git/hooks/${hook}`, readFileSync(trap.script, 'utf8'));
			chmodSync(join(trap.repository.root, '.git/hooks', hook), 0o755);
		}
		trap.repository.write('a.txt', 'changed\n');
		const git = gitOn(trap.repository.root, { trusted: false });
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('answered'));
		expect(trap.ran()).toBe(false);
	});

	test('any setting that this git knows is refused, or harmless even with a program as its value', async () => {
		const known = execFileSync('git', ['help', '--config'], { encoding: 'utf8' })
			.split('\n')
			.filter(key => /^[A-Za-z0-9]+\..*[A-Za-z0-9]$/.test(key) && !key.includes('*.*'))
			.map(key => key.replaceAll(/<[^>]*>|\*/g, 'evil'));
		expect(known.length).toBeGreaterThan(300);
		const { unsafeSettings } = await import('../src/harmless-settings.ts');
		const harmless = known.filter(key => unsafeSettings(`local\0${normal(key)}\n/evil.sh\0`).length === 0);
		expect(harmless.length).toBeGreaterThan(50);
		expect(harmless.length).toBeLessThan(known.length / 3);
		const trap = filled();
		const plain = readFileSync(join(trap.repository.root, '.git/config'), 'utf8');
		for (const key of harmless) {
			writeFileSync(join(trap.repository.root, '.git/config'), plain);
			try {
				trap.repository.git('config', key, trap.script);
			} catch {
				// Placeholders such as `sendemail.evil` are no names of settings.
				continue;
			}
			trap.repository.write('a.txt', `changed for ${key}\n`);
			const git = gitOn(trap.repository.root, { trusted: false });
			// The readings that look at the working tree do the most; every setting with every reading would take minutes.
			for (const reading of ['status', 'diff of the working tree', 'show', 'blame']) {
				await READS[reading]?.(git, { file: 'a.txt' }).catch(() => undefined);
			}
			expect(trap.ran(), key).toBe(false);
		}
	}, 300_000);
});

/** As git prints a key: section and name in lower case. */
function normal(key: string): string {
	const parts = key.split('.');
	return parts.map((part, index) => (index === 0 || index === parts.length - 1 ? part.toLowerCase() : part)).join('.');
}

describe('repositories that the user did not open', () => {
	/** A folder that any clone can contain: git takes it for a bare repository that has a working tree. */
	function embeddedBare(): Trap & { bare: string } {
		const trap = newTrap();
		const source = newRepository();
		source.commit('first', { 'x.txt': 'x\n' });
		source.commit('second', { 'x.txt': 'xx\n' });
		const bare = join(trap.repository.root, 'lib');
		source.git('clone', '--quiet', '--bare', source.root, bare);
		const config = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n[filter "evil"]\n\tclean = ${trap.script}\n`;
		writeFileSync(join(bare, 'config'), config);
		mkdirSync(join(bare, 'info'), { recursive: true });
		writeFileSync(join(bare, 'info/attributes'), '*.txt filter=evil\n');
		writeFileSync(join(bare, 'x.txt'), 'xxx\n');
		execFileSync('git', ['--git-dir=.', '--work-tree=.', 'read-tree', 'HEAD'], { cwd: bare });
		trap.repository.commit('take in', {});
		trap.repository.commit('more', { 'a.txt': 'a\n' });
		trap.disarm();
		return { ...trap, bare };
	}

	test.each([false, true])('an embedded bare one is part of the repository around it (trusted: %s)', async trusted => {
		const { repository, ran, bare } = embeddedBare();
		const git = gitOn(repository.root, { trusted });
		expect(await readEverything(git, { repository: 'lib', file: 'lib/x.txt' })).toEqual(everywhere('answered'));
		const { commits, root } = await git.log({ repository: 'lib', limit: 5, offset: 0 }, NEVER);
		expect(root).toBe('.');
		expect(commits.map(({ subject }) => subject)).toEqual(['more', 'take in']);
		expect(ran()).toBe(false);
		// The same place does run it for somebody who takes no care.
		execFileSync('git', ['-c', 'safe.bareRepository=all', 'diff'], { cwd: bare });
		expect(ran()).toBe(true);
	});

	test.each([false, true])('an embedded bare one in no repository is none (trusted: %s)', async trusted => {
		const { repository, ran } = embeddedBare();
		rmSync(join(repository.root, '.git'), { recursive: true });
		const git = gitOn(repository.root, { trusted, roots: [join(repository.root, 'lib')] });
		expect(await readEverything(git, { repository: 'lib', file: 'lib/x.txt' })).toEqual(everywhere('E_NO_REPOSITORY'));
		expect(await readEverything(git, { file: 'lib/x.txt' })).toEqual(everywhere('E_NO_REPOSITORY'));
		expect(ran()).toBe(false);
	});

	test('an empty .git beside it does not make it one', async () => {
		const { repository, ran } = embeddedBare();
		mkdirSync(join(repository.root, 'lib/.git'));
		const git = gitOn(repository.root, { trusted: false });
		expect(await readEverything(git, { repository: 'lib', file: 'lib/x.txt' })).toEqual(everywhere('E_NO_REPOSITORY'));
		expect(ran()).toBe(false);
	});

	test('one whose .git points at a foreign repository is refused until the workspace is trusted', async () => {
		const private_ = newRepository();
		private_.commit('first', { 'a.txt': 'secret\n' });
		private_.commit('second', { 'a.txt': 'more secret\n' });
		const folder = temporaryFolder();
		const stranger = repositoryIn(join(folder, 'stranger'));
		stranger.write('.git', `gitdir: ${join(private_.root, '.git')}\n`);
		stranger.write('a.txt', 'x\n');
		const strange = gitOn(stranger.root, { trusted: false });
		expect(await readEverything(strange, { file: 'a.txt' })).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
		expect(await readEverything(gitOn(stranger.root), { file: 'a.txt' })).toEqual(everywhere('answered'));
		// The same by a directory that borrows the objects and refs of another.
		rmSync(join(stranger.root, '.git'));
		stranger.git('init', '--quiet', '--initial-branch=main');
		stranger.write('.git/commondir', `${join(private_.root, '.git')}\n`);
		expect(await readEverything(strange, { file: 'a.txt' })).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
	});

	test.each([
		'packed-refs',
		'shallow',
		'info/grafts',
		'objects/info/alternates',
		'refs/heads/side',
		'rebase-merge/msgnum',
	])(
		'one whose %s is a link is refused until the workspace is trusted, and git quotes nothing of its target',
		async name => {
			const secrets = join(temporaryFolder(), 'credentials');
			writeFileSync(secrets, 'first secret\nsecond secret\n');
			const { repository } = filled('');
			const link = join(repository.root, '.git', name);
			mkdirSync(dirname(link), { recursive: true });
			symlinkSync(secrets, link);
			const git = gitOn(repository.root, { trusted: false });
			expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
			await expect(git.status({ ignored: false }, NEVER)).rejects.toThrow(/link/);
			await expect(git.status({ ignored: false }, NEVER)).rejects.not.toThrow(/secret/);
		},
	);

	test('one that borrows the objects and refs of another by links is refused until the workspace is trusted', async () => {
		const other = filled('').repository;
		const borrower = newRepository();
		for (const name of ['objects', 'refs']) {
			rmSync(join(borrower.root, '.git', name), { recursive: true });
			symlinkSync(join(other.root, '.git', name), join(borrower.root, '.git', name));
		}
		borrower.git('reset', '--hard', '--quiet');
		const strange = gitOn(borrower.root, { trusted: false });
		expect(await readEverything(strange, { file: 'a.txt' })).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
		expect(await readEverything(gitOn(borrower.root), { file: 'a.txt' })).toEqual(everywhere('answered'));
	});

	test('a linked worktree and a submodule are read in an untrusted workspace', async () => {
		const repository = newRepository();
		repository.commit('first', { 'a.txt': 'a\n' });
		repository.commit('second', { 'a.txt': 'b\n' });
		const linked = join(temporaryFolder(), 'linked');
		repository.git('worktree', 'add', '--quiet', '-b', 'side', linked);
		const side = gitOn(linked, { trusted: false });
		expect(await readEverything(side, { file: 'a.txt' })).toEqual(everywhere('answered'));
		const outer = newRepository();
		outer.git('submodule', '--quiet', 'add', repository.root, 'lib');
		outer.commit('first', { 'a.txt': 'a\n' });
		outer.commit('second', { 'a.txt': 'b\n' });
		const strange = gitOn(outer.root, { trusted: false });
		expect(await readEverything(strange, { repository: 'lib', file: 'lib/a.txt' })).toEqual(everywhere('answered'));
		expect(await readEverything(strange, { file: 'a.txt' })).toEqual(everywhere('answered'));
	});

	test('a nested one, and a submodule, whose own configuration names a program are refused; the one around answers', async () => {
		const outer = filled('');
		const trap = newTrap(join(outer.repository.root, 'nested'));
		trap.repository.git('init', '--quiet', '--initial-branch=main');
		trap.repository.commit('first', { 'a.txt': 'a\n', '.gitattributes': '*.txt filter=a=b\n' });
		trap.repository.commit('second', { 'a.txt': 'b\n' });
		trap.repository.git('config', 'filter.a=b.clean', trap.script);
		trap.repository.write('a.txt', 'c\n');
		const git = gitOn(outer.repository.root, { trusted: false });
		const inside = { repository: 'nested', file: 'nested/a.txt' };
		expect(await readEverything(git, inside)).toEqual(everywhere('E_UNSAFE_REPOSITORY'));
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('answered'));
		outer.repository.git('add', 'nested');
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('answered'));
		expect(trap.ran()).toBe(false);
		trap.repository.git('diff');
		expect(trap.ran()).toBe(true);
	});
});

describe('environment variables', () => {
	afterEach(() => {
		vi.unstubAllEnvs();
	});

	const VARIABLES: Record<string, (trap: Trap) => Record<string, string>> = {
		GIT_CONFIG_COUNT: ({ script }) => ({
			GIT_CONFIG_COUNT: '2',
			GIT_CONFIG_KEY_0: 'filter.evil.clean',
			GIT_CONFIG_VALUE_0: script,
			GIT_CONFIG_KEY_1: 'core.fsmonitor',
			GIT_CONFIG_VALUE_1: script,
		}),
		GIT_CONFIG_PARAMETERS: ({ script }) => ({ GIT_CONFIG_PARAMETERS: `'filter.evil.clean'='${script}'` }),
		'GIT_CONFIG_GLOBAL, relative': () => ({ GIT_CONFIG_GLOBAL: 'planted.config' }),
		'GIT_CONFIG_SYSTEM, relative': () => ({ GIT_CONFIG_SYSTEM: 'planted.config' }),
		'GIT_EXEC_PATH, relative': () => ({ GIT_EXEC_PATH: 'planted' }),
		GIT_EXTERNAL_DIFF: ({ script }) => ({ GIT_EXTERNAL_DIFF: script }),
		GIT_PAGER: ({ script }) => ({ GIT_PAGER: script, PAGER: script, GIT_PAGER_IN_USE: '1' }),
		GIT_EDITOR: ({ script }) => ({ GIT_EDITOR: script, GIT_SEQUENCE_EDITOR: script, VISUAL: script, EDITOR: script }),
		GIT_SSH: ({ script }) => ({ GIT_SSH: script, GIT_SSH_COMMAND: script, GIT_PROXY_COMMAND: script }),
		GIT_ASKPASS: ({ script }) => ({ GIT_ASKPASS: script, SSH_ASKPASS: script }),
		GIT_DIR: ({ repository }) => ({ GIT_DIR: join(repository.root, 'elsewhere'), GIT_WORK_TREE: '/' }),
		GIT_INDEX_FILE: () => ({ GIT_INDEX_FILE: '/dev/null', GIT_OBJECT_DIRECTORY: '/dev/null' }),
		GIT_TRACE: ({ script }) => ({ GIT_TRACE: `${script}.trace`, GIT_TRACE2_EVENT: `${script}.trace2` }),
		GIT_GLOB_PATHSPECS: () => ({ GIT_GLOB_PATHSPECS: '1', GIT_ICASE_PATHSPECS: '1' }),
		GIT_ATTR_SOURCE: () => ({
			GIT_ATTR_SOURCE: 'HEAD~1',
			GIT_NAMESPACE: 'other',
			GIT_DISCOVERY_ACROSS_FILESYSTEM: '1',
		}),
		'PATH with the working directory': () => ({ PATH: `:.:planted:${process.env['PATH'] ?? ''}` }),
	};

	test.each(Object.keys(VARIABLES))('%s of the editor changes nothing', async name => {
		const trap = filled();
		const { repository, script } = trap;
		repository.write('planted.config', `[filter "evil"]\n\tclean = ${script}\n[core]\n\tfsmonitor = ${script}\n`);
		for (const program of ['git', 'cat', 'less', 'ssh', 'git-status', 'git-config', 'git-diff']) {
			for (const place of ['planted', '.']) {
				repository.write(`${place}/${program}`, readFileSync(script, 'utf8'));
				chmodSync(join(repository.root, place, program), 0o755);
			}
		}
		repository.write('a.txt', 'changed\n');
		const git = gitOn(repository.root, { trusted: false });
		const expected = await git.status({ ignored: false }, NEVER);
		for (const [variable, value] of Object.entries(VARIABLES[name]?.(trap) ?? {})) {
			vi.stubEnv(variable, value);
		}
		expect(await git.status({ ignored: false }, NEVER)).toEqual(expected);
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('answered'));
		expect(trap.ran()).toBe(false);
		expect(existsSync(`${script}.trace`) || existsSync(`${script}.trace2`)).toBe(false);
	});
});

describe("filters of the user's own configuration, which the repository's attributes choose", () => {
	afterEach(() => {
		vi.unstubAllEnvs();
	});

	/** The program is the user's, but it starts in the repository, where `python -m …` imports what lies there. */
	const globalFilter = (trap: Trap, name: string, command: string) => {
		const file = join(dirname(trap.script), 'global.config');
		const keys = ['clean', 'smudge', 'process'].map(key => `\t${key} = ${command}\n`).join('');
		writeFileSync(file, `[filter "${name}"]\n${keys}\trequired = true\n`);
		vi.stubEnv('GIT_CONFIG_GLOBAL', file);
	};

	test.each(['evil', 'e=vil', 'E.Vil'])('%s is left out until the workspace is trusted', async name => {
		const trap = filled(`*.txt filter=${name}\n`);
		globalFilter(trap, name, trap.script);
		trap.repository.write('a.txt', 'changed\n');
		const git = gitOn(trap.repository.root, { trusted: false });
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('answered'));
		expect(trap.ran()).toBe(false);
		vi.unstubAllEnvs();
		globalFilter(trap, name, trap.script);
		await gitOn(trap.repository.root, { trusted: true })
			.status({ ignored: false }, NEVER)
			.catch(() => undefined);
		await gitOn(trap.repository.root, { trusted: true })
			.diff({ compare: 'unstaged', context: 3 }, NEVER)
			.catch(() => undefined);
		expect(trap.ran()).toBe(true);
	});
});

describe('a partial clone', () => {
	test.each([false, true])('is not completed by reading (trusted: %s)', async trusted => {
		const source = newRepository();
		source.commit('first', { 'a.txt': 'a\n' });
		source.commit('second', { 'a.txt': 'b\n' });
		source.git('config', 'uploadpack.allowFilter', 'true');
		const trap = newTrap(join(temporaryFolder(), 'partial'));
		const { repository } = trap;
		source.git('clone', '--quiet', '--filter=blob:none', `file://${source.root}`, repository.root);
		const lacking = () => repository.git('rev-list', '--objects', '--all', '--missing=print').includes('?');
		expect(lacking()).toBe(true);
		if (trusted) {
			repository.git('config', 'remote.origin.uploadpack', `${trap.script} < /dev/null; git-upload-pack`);
		}
		const git = gitOn(repository.root, { trusted });
		await expect(git.fileAt({ path: 'a.txt', ref: 'HEAD~1' }, NEVER)).rejects.toMatchObject({
			code: 'E_GIT_FAILED',
			hint: expect.stringContaining('partial clone') as string,
		});
		await expect(git.commit({ ref: 'HEAD', context: 3 }, NEVER)).rejects.toMatchObject({
			code: 'E_GIT_FAILED',
			hint: expect.stringContaining('partial clone') as string,
		});
		expect(await git.status({ ignored: false }, NEVER)).toHaveLength(1);
		expect(lacking()).toBe(true);
		expect(trap.ran()).toBe(false);
	});
});

describe('in a trusted workspace', () => {
	test('the filters of the repository work, as Git LFS needs them, and nothing else of it runs', async () => {
		const trap = filled('*.txt filter=upper diff=evil\n');
		const { repository, script } = trap;
		repository.git('config', 'filter.upper.clean', 'tr a-z A-Z');
		for (const key of [
			'core.fsmonitor',
			'diff.external',
			'diff.evil.textconv',
			'diff.evil.command',
			'core.pager',
			'gpg.program',
		]) {
			repository.git('config', key, script);
		}
		repository.git('config', 'log.showSignature', 'true');
		repository.write('a.txt', 'changed\n');
		const git = gitOn(repository.root);
		const { files } = await git.diff({ compare: 'unstaged', context: 0, path: 'a.txt' }, NEVER);
		expect(files[0]?.hunks[0]?.text).toContain('+CHANGED');
		expect(await readEverything(git, { file: 'a.txt' })).toEqual(everywhere('answered'));
		expect(trap.ran()).toBe(false);
	});

	test('hooks and filters run for a change, as they do for the user', async () => {
		const trap = filled('*.txt filter=evil\n');
		const { repository, script } = trap;
		repository.git('config', 'filter.evil.clean', script);
		repository.write('a.txt', 'changed\n');
		const git = gitOn(repository.root);
		await git.stage({ paths: ['a.txt'], unstage: false }, NEVER);
		expect(trap.ran()).toBe(true);
		trap.disarm();
		repository.git('config', '--unset', 'filter.evil.clean');
		repository.write('.git/hooks/pre-commit', readFileSync(script, 'utf8'));
		chmodSync(join(repository.root, '.git/hooks/pre-commit'), 0o755);
		await git.makeCommit({ message: 'third', amend: false }, NEVER);
		expect(trap.ran()).toBe(true);
	});
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { firstExecutable, onPath } from '@hawser/node/find-program.ts';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { createGit } from '../src/git.ts';
import type { GitWorkspace } from '../src/git-workspace.ts';

export const NEVER: Cancellation = { cancelled: false, onCancelled: () => () => undefined };

const IDENTITY = {
	GIT_AUTHOR_NAME: 'Ada',
	GIT_AUTHOR_EMAIL: 'ada@example.org',
	GIT_COMMITTER_NAME: 'Ada',
	GIT_COMMITTER_EMAIL: 'ada@example.org',
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_CONFIG_SYSTEM: '/dev/null',
};

export interface TestRepository {
	root: string;
	/** Runs git itself, as a user would; what it prints. */
	git(...args: string[]): string;
	write(path: string, text: string): void;
	commit(message: string, files?: Record<string, string>): string;
}

export function repositoryIn(root: string): TestRepository {
	mkdirSync(root, { recursive: true });
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
			cwd: root,
			encoding: 'utf8',
			env: { ...process.env, ...IDENTITY },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
	const write = (path: string, text: string) => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	return {
		root,
		git,
		write,
		commit(message, files = {}) {
			for (const [path, text] of Object.entries(files)) {
				write(path, text);
			}
			git('add', '--all');
			git('commit', '--quiet', '--allow-empty', '--message', message);
			return git('rev-parse', 'HEAD').trim();
		},
	};
}

export function newRepository(): TestRepository {
	const repository = repositoryIn(join(temporaryFolder(), 'project'));
	repository.git('init', '--quiet', '--initial-branch=main');
	repository.git('config', 'user.name', 'Ada');
	repository.git('config', 'user.email', 'ada@example.org');
	return repository;
}

export interface SetupEnvironment {
	trusted?: boolean;
	roots?: readonly string[];
	unsaved?: readonly { path: string; text: string }[];
}

/** A workspace with that folder, without an editor. */
export function gitWorkspaceOf(
	folder: string,
	{ trusted = true, roots = [], unsaved = [] }: SetupEnvironment = {},
): GitWorkspace {
	return {
		program: async () => (await firstExecutable(onPath('git'))) ?? 'git',
		trusted: () => trusted,
		folders: () => [folder],
		knownRoots: () => Promise.resolve(roots),
		resolve: path => Promise.resolve(isAbsolute(path) ? path : join(folder, path)),
		show: path => relative(folder, path) || '.',
		unsaved: () => unsaved,
		refresh: () => Promise.resolve(),
	};
}

/** Our git on such a workspace. */
export function gitOn(folder: string, environment: SetupEnvironment = {}) {
	return createGit(gitWorkspaceOf(folder, environment));
}

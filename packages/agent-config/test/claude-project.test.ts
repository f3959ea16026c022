import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { claudeProject } from '../src/claude-project.ts';
import { git, repositoryWith } from './temporary.ts';

test('a folder without a repository has its own name', () => {
	const folder = temporaryFolder();
	expect(claudeProject(folder)).toEqual({ name: folder, shared: false });
});

test('a repository gives its name to the folders in it', () => {
	const root = repositoryWith({ 'a/b/c.txt': '' });
	expect(claudeProject(root)).toEqual({ name: root, shared: false });
	expect(claudeProject(join(root, 'a/b'))).toEqual({ name: root, shared: true });
});

test('a repository and its work trees have one name', () => {
	const root = repositoryWith({ 'a/b.txt': '' });
	const tree = join(temporaryFolder(), 'tree');
	git(root, 'worktree', 'add', '--quiet', tree);
	expect([root, realpathSync(tree), join(realpathSync(tree), 'a')].map(claudeProject)).toEqual(
		Array.from({ length: 3 }, () => ({ name: root, shared: true })),
	);
});

test('work trees of a repository without files of its own have the name of where it is', () => {
	const parent = temporaryFolder();
	const bare = join(parent, 'r.git');
	git(parent, 'clone', '--quiet', '--bare', repositoryWith({}), bare);
	git(bare, 'worktree', 'add', '--quiet', join(parent, 'tree'));
	expect(claudeProject(join(parent, 'tree'))).toEqual({ name: bare, shared: true });
});

test('a submodule has its own name', () => {
	const root = repositoryWith({});
	git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', repositoryWith({}), 'module');
	const module = join(root, 'module');
	expect(claudeProject(module)).toEqual({ name: module, shared: false });
	mkdirSync(join(module, 'deep'));
	expect(claudeProject(join(module, 'deep'))).toEqual({ name: module, shared: true });
});

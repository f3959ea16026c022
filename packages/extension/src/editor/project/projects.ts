import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Files } from '@hawser/core/ports/files.ts';
import type { Projects } from '@hawser/core/ports/projects.ts';
import { below } from '@hawser/manifests/manifests.ts';
import { LOCK_NAMES, MANIFEST_GLOBS, readProject } from '@hawser/manifests/read-project.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** A lock file of this size takes seconds to read; what it locks is left out then. */
const MAX_CHARACTERS = 20_000_000;
const INSTALLED = ['node_modules', 'vendor', '.venv', 'venv', 'target', 'bower_components'];

export function createProjects({ paths, files }: { paths: WorkspacePaths; files: Files }): Projects {
	/** Reads the text as the editor has it, with unsaved edits. */
	async function text(path: string): Promise<string | undefined> {
		const uri = await paths.resolve(path);
		const open = vscode.workspace.textDocuments.find(
			document => document.isDirty && document.uri.fsPath === uri.fsPath,
		);
		const content = open?.getText() ?? (await readFile(uri.fsPath, 'utf8').catch(() => undefined));
		return content === undefined || content.length > MAX_CHARACTERS ? undefined : content.replace(/^\uFEFF/, '');
	}

	async function locksIn(folder: string): Promise<string[]> {
		const names = await readdir((await paths.resolve(folder)).fsPath).catch(() => []);
		return names.filter(name => LOCK_NAMES.has(name)).map(name => below(folder, name));
	}

	return {
		async read(signal) {
			const manifests = await files.all({ include: MANIFEST_GLOBS, exclude: INSTALLED, ignored: false }, signal);
			const folders = [...new Set(manifests.map(path => posix.dirname(path)))];
			const locks = (await Promise.all(folders.map(locksIn))).flat();
			throwIfCancelled(signal);
			return readProject({ paths: [...new Set([...manifests, ...locks])], text });
		},
	};
}

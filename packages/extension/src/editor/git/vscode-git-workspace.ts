import { isAbsolute } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import type { GitWorkspace } from '@hawser/git/git-workspace.ts';
import { resultWithin, until } from '@hawser/node/deadlines.ts';
import { firstExecutable, onPath } from '@hawser/node/find-program.ts';
import { realPathOr } from '@hawser/node/real-path.ts';
import * as vscode from 'vscode';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';
import { unsavedFiles } from '../shared/unsaved-files.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** The part of the git extension's interface that is used here. */
interface GitApi {
	git: { path: string };
	state: 'uninitialized' | 'initialized';
	onDidChangeState: vscode.Event<unknown>;
	repositories: readonly { rootUri: vscode.Uri; status(): Promise<void> }[];
}

/** Milliseconds that the extension may take to look for repositories after the window has opened. */
const STARTING_LIMIT = 5_000;
const REFRESH_LIMIT = 5_000;

export function createVscodeGitWorkspace(paths: WorkspacePaths): GitWorkspace {
	async function api(): Promise<GitApi | undefined> {
		const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
		try {
			// Throws where the user has switched git off in the settings.
			return (await extension?.activate())?.getAPI(1);
		} catch {
			return undefined;
		}
	}

	return {
		async program() {
			const known = (await api())?.git.path;
			const found = await firstExecutable([
				...(known !== undefined && isAbsolute(known) ? [known] : []),
				...onPath('git'),
			]);
			if (found === undefined) {
				throw new ToolError('E_NO_GIT', 'There is no git on the PATH, and VS Code has found none.');
			}
			return found;
		},
		trusted: () => vscode.workspace.isTrusted,
		folders: () => foldersOnDisk().map(({ uri }) => realPathOr(uri.fsPath)),
		async knownRoots(signal) {
			const git = await api();
			if (git?.state === 'uninitialized') {
				await until(git.onDidChangeState, () => git.state === 'initialized', { milliseconds: STARTING_LIMIT, signal });
			}
			return (git?.repositories ?? [])
				.filter(({ rootUri }) => rootUri.scheme === 'file')
				.map(({ rootUri }) => realPathOr(rootUri.fsPath));
		},
		resolve: async path => (await paths.resolve(path)).fsPath,
		show: path => paths.show(vscode.Uri.file(path)),
		unsaved: () =>
			unsavedFiles().map(document => ({ path: realPathOr(document.uri.fsPath), text: document.getText() })),
		async refresh(root) {
			const repository = (await api())?.repositories.find(({ rootUri }) => realPathOr(rootUri.fsPath) === root);
			// The view is a courtesy: the change is made, whether or not it shows at once.
			await resultWithin(repository?.status() ?? Promise.resolve(), {
				milliseconds: REFRESH_LIMIT,
				signal: NEVER_CANCELLED,
			}).catch(() => undefined);
		},
	};
}

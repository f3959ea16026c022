import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { type GgmcpClient, ggmcpClient } from './ggmcp-client.ts';
import { useWorkbench } from './use-window.ts';
import type { OpenWindow, Workbench } from './workbench.ts';

export interface HelperApp extends OpenWindow {
	client: GgmcpClient;
	/** Absolute path of a file of the project. */
	file(path: string): string;
	text(path: string): string;
	git(...args: readonly string[]): string;
	/** Shows the file with this selection; lines and characters count from 0. */
	select(path: string, selection: readonly [number, number, number, number]): Promise<void>;
	closeEditors(): Promise<unknown>;
}

/** A window on the project that the examples of ggMCP's interface document speak of, and a client for it. */
export function useHelperApp(): { workbench: () => Workbench; app: () => HelperApp } {
	const workbench = useWorkbench();
	let app: HelperApp | undefined;
	beforeAll(async () => {
		const folder = workbench().copyProject('helper-app');
		const git = (...args: readonly string[]) => runGit(folder, args);
		git('init', '--initial-branch=main');
		git('add', '.');
		git('commit', '--message=Start');
		git('commit', '--allow-empty', '--message=Fix bug in the helper');
		const open = await workbench().open(folder);
		const file = (path: string) => join(folder, path);
		app = {
			...open,
			client: ggmcpClient(open.entry),
			file,
			text: path => readFileSync(file(path), 'utf8'),
			git,
			async select(path, selection) {
				await open.window.evaluate(
					`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path));
					editor.selection = new vscode.Selection(...args.selection);`,
					{ path: file(path), selection },
				);
			},
			closeEditors: () => open.window.executeCommand('workbench.action.closeAllEditors'),
		};
	});
	return {
		workbench,
		app() {
			if (!app) {
				throw new Error('The window did not open.');
			}
			return app;
		},
	};
}

/** The two replies of the document. */
export const ok = (status: unknown) => ({ status, error: null });
export const failed = (error: string | RegExp) => ({
	status: null,
	error: typeof error === 'string' ? error : (expect.stringMatching(error) as unknown),
});

function runGit(folder: string, args: readonly string[]): string {
	const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
	return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

import { fileURLToPath } from 'node:url';
import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type { Databases } from '@hawser/core/ports/database.ts';
import type { createDatabases } from '@hawser/database/databases.ts';
import * as vscode from 'vscode';

type ProjectDatabases = ReturnType<typeof createDatabases>;

/** The databases of the window's first folder on disk. Whatever reaches further than this machine is the person's decision. */
export function createProjectDatabases(): Databases & vscode.Disposable {
	let current: { folder: string; databases: Promise<ProjectDatabases> } | undefined;
	const close = async () => (await current?.databases)?.dispose();

	const here = (): Promise<ProjectDatabases> => {
		const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
		if (folder === undefined) {
			throw new ToolError('E_NO_WORKSPACE', 'The window has no folder open, so there is no project with a database.');
		}
		if (current?.folder !== folder) {
			void close();
			current = { folder, databases: open(folder) };
		}
		return current.databases;
	};

	return {
		list: async signal => (await here()).list(signal),
		tables: async (name, signal) => (await here()).tables(name, signal),
		schema: async (name, table, signal) => (await here()).schema(name, table, signal),
		query: async (question, signal) => (await here()).query(question, signal),
		execute: async (question, caller) => (await here()).execute(question, caller),
		explain: async (question, signal) => (await here()).explain(question, signal),
		dispose: () => void close(),
	};
}

/** Parsers and drivers are loaded by the first question about a database, not by the first call of a tool. */
async function open(folder: string): Promise<ProjectDatabases> {
	const { createDatabases } = await import('@hawser/database/databases.ts');
	const setting = (name: string): unknown =>
		vscode.workspace.getConfiguration('hawser', vscode.Uri.file(folder)).get(name);
	return createDatabases({
		folder,
		configured: () => setting('databases'),
		trusted: () => vscode.workspace.isTrusted,
		// Only the person's own settings count: an agent can write those of the workspace.
		writingAllowed: () =>
			vscode.workspace.getConfiguration('hawser').inspect('database.allowWrites')?.globalValue === true,
		confirmConnection: ({ name, engine, target, source, reason }, signal) =>
			ask(
				`An agent wants to read the ${engine} database ${name} (${target}), which is ${reason}. Found in: ${source}.`,
				'Connect',
				signal,
			),
		confirmWrite: ({ name, target, sql, agent }, signal) =>
			ask(
				`An agent (${agent}) wants to change the database ${name} (${target}):\n\n${sql.slice(0, 2_000)}`,
				'Run',
				signal,
			),
		sqliteProcessFile: fileURLToPath(new URL('./sqlite-process.js', import.meta.url)),
	});
}

/** A dialog that nobody answers must not hold the call: then the answer is no. */
async function ask(message: string, yes: string, signal: Cancellation): Promise<boolean> {
	const cancelled = new Promise<undefined>(resolve => {
		signal.onCancelled(() => resolve(undefined));
	});
	return (await Promise.race([vscode.window.showWarningMessage(message, { modal: true }, yes), cancelled])) === yes;
}

import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Databases } from '@hawser/core/ports/database.ts';
import type { ConnectionQuestion } from '@hawser/database/choose-database.ts';
import type { createDatabases } from '@hawser/database/databases.ts';
import type { Project } from '@hawser/database/several-projects.ts';
import { jsonMapFile } from '@hawser/node/json-map-file.ts';
import { lazy } from '@hawser/node/lazy.ts';
import * as vscode from 'vscode';
import type { StatementQuestions } from '../editor/questions/statement-questions.ts';
import { enabledFolders } from '../settings/read-settings.ts';
import type { SettingName } from '../settings/settings.ts';

type FolderDatabases = ReturnType<typeof createDatabases>;

export interface ProjectDatabasesOptions {
	home: string;
	questions: StatementQuestions;
}

/** The databases of the window's folders. Whatever reaches further than the project on this machine is the user's decision. */
export function createProjectDatabases(options: ProjectDatabasesOptions): Databases & vscode.Disposable {
	const open = new Map<string, Promise<FolderDatabases>>();
	const confirmed = confirmedConnections(options.home);

	const projects = (): readonly Project[] => {
		const folders = enabledFolders();
		for (const [folder, databases] of open) {
			if (!folders.some(({ uri }) => uri.fsPath === folder)) {
				open.delete(folder);
				void dispose(databases);
			}
		}
		return folders.map(({ name, uri: { fsPath: folder } }) => ({
			name,
			folder,
			databases() {
				const databases = open.get(folder) ?? openFolder(folder, options.questions, confirmed);
				open.set(folder, databases);
				return databases;
			},
		}));
	};

	/** Parsers and drivers are loaded by the first question about a database, not by the first call of a tool. */
	const all = lazy(async () => {
		const { createSeveralProjects } = await import('@hawser/database/several-projects.ts');
		return createSeveralProjects(projects);
	});

	return {
		list: async (...call) => (await all()).list(...call),
		tables: async (...call) => (await all()).tables(...call),
		schema: async (...call) => (await all()).schema(...call),
		query: async (...call) => (await all()).query(...call),
		execute: async (...call) => (await all()).execute(...call),
		explain: async (...call) => (await all()).explain(...call),
		dispose() {
			for (const databases of open.values()) {
				void dispose(databases);
			}
			open.clear();
		},
	};
}

async function dispose(databases: Promise<FolderDatabases>): Promise<void> {
	await (await databases).dispose();
}

async function openFolder(
	folder: string,
	questions: StatementQuestions,
	confirmed: ConfirmedConnections,
): Promise<FolderDatabases> {
	const { createDatabases } = await import('@hawser/database/databases.ts');
	return createDatabases({
		folder,
		configured: () => vscode.workspace.getConfiguration(undefined, vscode.Uri.file(folder)).get(DATABASES),
		trusted: () => vscode.workspace.isTrusted,
		// Only the user's own settings count: an agent can write those of the workspace.
		writingAllowed: () => vscode.workspace.getConfiguration().inspect(ALLOW_WRITES)?.globalValue === true,
		confirmedBefore: question => confirmed.has(folder, question),
		async confirmConnection(question, signal) {
			const { name, engine, target, source, reason } = question;
			const text = vscode.l10n.t({
				message: 'An agent wants to read the {0} database {1} ({2}), which is {3}. Found in: {4}.',
				args: [engine, name, target, reasonInWords(reason), source],
				comment: ['{0}: such as postgres, {2}: its address, {3}: why it is asked, {4}: a file'],
			});
			const allowed = await questions.mayConnect(text, signal);
			if (allowed) {
				await confirmed.add(folder, question);
			}
			return allowed;
		},
		confirmWrite: ({ name, target, sql, params }, caller) => {
			const values = params.length === 0 ? '' : `\n-- ${vscode.l10n.t('with the values {0}', JSON.stringify(params))}`;
			const text = vscode.l10n.t('An agent wants to change the database {0} ({1}):', name, target);
			return questions.mayRun(text, `${sql}${values}`, caller);
		},
		sqliteProcessFile: fileURLToPath(new URL('./sqlite-process.js', import.meta.url)),
	});
}

function reasonInWords(reason: ConnectionQuestion['reason']): string {
	switch (reason) {
		case 'not on this machine':
			return vscode.l10n.t('not on this machine');
		case 'outside the project':
			return vscode.l10n.t('outside the project');
		case 'reached through a tunnel':
			return vscode.l10n.t('reached through a tunnel');
	}
}

const DATABASES: SettingName = 'hawser.databases';
const ALLOW_WRITES: SettingName = 'hawser.database.allowWrites';

interface ConfirmedConnections {
	has(folder: string, question: ConnectionQuestion): boolean;
	add(folder: string, question: ConnectionQuestion): Promise<void>;
}

/** Remembers the connections that the user has allowed on this machine, so that they are asked once. */
function confirmedConnections(home: string): ConfirmedConnections {
	const file = jsonMapFile(join(home, 'database-connections.json'), value => typeof value === 'string');
	// A server is the same from everywhere; a file that one project may read is no other project's business.
	const key = (folder: string, { engine, target }: ConnectionQuestion) =>
		engine === 'sqlite'
			? `${folder} sqlite ${isAbsolute(target) ? target : join(folder, target)}`
			: `${engine} ${target}`;
	return {
		has: (folder, question) => file.read().has(key(folder, question)),
		add: (folder, question) =>
			file.change(map => {
				map.set(key(folder, question), new Date().toISOString());
				return true;
			}),
	};
}

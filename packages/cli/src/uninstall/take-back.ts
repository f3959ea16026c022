import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { discoveryFolders, staleFiles } from '@hawser/agent-config/discovery-files.ts';
import { type LeftEntry, leftEntries, takeBackAll } from '@hawser/agent-config/take-back-all.ts';
import { chooseTasks } from '../setup/choose-tasks.ts';
import type { SetupEnvironment } from '../setup/environment.ts';
import { openReceipts, receiptKey } from '../setup/receipts.ts';
import { type SetupReport, setUpClient } from '../setup/set-up-client.ts';
import { TARGETS } from '../setup/targets.ts';
import { type HomeState, planState, removeState } from './home-state.ts';

/** An entry that windows left in a file of an agent or of git, and the outcome of removing it. */
export interface EntryReport extends LeftEntry {
	status: 'planned' | 'removed' | 'refused' | 'unwritable';
	/** Why the file was left alone. */
	reason?: string;
}

/** All that Hawser has written for this user, and what became of it. */
export interface UninstallReport {
	clients: readonly SetupReport[];
	entries: readonly EntryReport[];
	state: HomeState;
}

export async function planUninstall(home: string, environment: SetupEnvironment): Promise<UninstallReport> {
	return {
		clients: await takeOutOfClients(home, { environment, write: false }),
		entries: leftEntries(home).map(entry => ({ ...entry, status: 'planned' })),
		state: withDiscovery(planState(home), environment),
	};
}

/** A file that could not be changed keeps what is known about it, so that the next try can take it back. */
export async function carryOutUninstall(home: string, environment: SetupEnvironment): Promise<UninstallReport> {
	const clients = await takeOutOfClients(home, { environment, write: true });
	const entries = (await takeBackAll(home)).map(
		({ outcome, ...entry }): EntryReport =>
			outcome.kind === 'done'
				? { ...entry, status: 'removed' }
				: { ...entry, status: outcome.kind, reason: outcome.reason },
	);
	const needed = new Map<string, string>();
	const unfinished = unfinishedFiles(home, clients);
	if (unfinished.length > 0) {
		needed.set('setup.json', `it knows what is still to be taken out of ${unfinished.join(', ')}`);
	}
	const left = leftEntries(home).map(({ file }) => file);
	if (left.length > 0) {
		needed.set('project-config.json', `it knows what is still to be taken out of ${[...new Set(left)].join(', ')}`);
	}
	return { clients, entries, state: removeState(withDiscovery(planState(home, needed), environment)) };
}

/** With the files by which agents found windows that were killed, and the folders that were made for them. */
function withDiscovery({ removed, kept }: HomeState, { home: userHome, env }: SetupEnvironment): HomeState {
	const stale = Object.values(discoveryFolders(userHome, env)).flatMap(folder => staleFiles(folder));
	const going = new Set(stale.map(({ path }) => path));
	for (const folder of new Set(stale.flatMap(({ made }) => made))) {
		if (existsSync(folder) && readdirSync(folder).every(name => going.has(join(folder, name)))) {
			going.add(folder);
		}
	}
	return { removed: [...going, ...removed], kept };
}

async function takeOutOfClients(
	home: string,
	{ environment, write }: { environment: SetupEnvironment; write: boolean },
): Promise<SetupReport[]> {
	const receipts = openReceipts(home);
	const reports: SetupReport[] = [];
	for (const task of chooseTasks([], { remove: true, scope: 'user', environment, receipts })) {
		const wish = { scope: task.scope, server: undefined };
		const mayWrite = () => Promise.resolve(write);
		reports.push(await setUpClient(task.client, { wish, environment: task.environment, receipts, mayWrite }));
	}
	return reports;
}

/** Files that still have what we wrote, also such as no client has here, because CODEX_HOME was another then. */
function unfinishedFiles(home: string, clients: readonly SetupReport[]): string[] {
	const done = clients
		.filter(({ status }) => status === 'removed' || status === 'unchanged')
		.map(({ client, file = '' }) => receiptKey(file, TARGETS[client].part));
	return openReceipts(home)
		.keys()
		.filter(key => !done.includes(key));
}

import { createRedactor } from '@hawser/core/runtime/redact-secrets.ts';
import { type Checked, checkConnection } from './check-connection.ts';
import type { Client } from './client.ts';
import { CLIENTS } from './client-list.ts';
import type { ClientName } from './client-names.ts';
import { carryOut, type Job, preview } from './configure-client.ts';
import type { SetupEnvironment } from './environment.ts';
import { isInstalled } from './list-clients.ts';
import type { McpServer } from './mcp-server.ts';
import type { Receipts } from './receipts.ts';

/** The outcome for one client. */
export interface SetupReport {
	client: ClientName;
	title: string;
	file?: string;
	/** Undefined when Hawser is taken out. */
	transport?: McpServer['transport'];
	/**
	 * `planned`: it was shown, and nobody allowed it to be written. `unchanged`: it is as wished already. `unneeded`: it finds
	 * Hawser without.
	 */
	status: 'written' | 'removed' | 'unchanged' | 'unneeded' | 'planned' | 'refused' | 'unwritable';
	/** The lines that change, without secrets. */
	diff?: string;
	/** Why the file was left alone. */
	reason?: string;
	check?: Checked;
	/** Worth knowing, for a user. */
	notes: readonly string[];
}

export interface SetupOptions {
	wish: Job['wish'];
	environment: SetupEnvironment;
	receipts: Receipts;
	/** Asked with the change before anything is written. */
	mayWrite(change: string): Promise<boolean>;
}

export async function setUpClient(name: ClientName, options: SetupOptions): Promise<SetupReport> {
	const { wish, environment, receipts, mayWrite } = options;
	const client = CLIENTS[name];
	const { title } = client;
	const transport = wish.server?.transport;
	const file = client.file(wish.scope, environment);
	const about = {
		client: name,
		title,
		...(transport !== undefined && { transport }),
		...(file !== undefined && { file }),
	};
	if (file === undefined) {
		return { ...about, status: 'refused', reason: `${title} has no file for projects`, notes: [] };
	}
	const installed = isInstalled(client, environment);
	const job: Job = { client, file, wish: wishOf(client, wish, environment), project: environment.project, receipts };
	const shown = preview(job);
	if (shown.kind === 'refused') {
		return { ...about, status: 'refused', reason: shown.reason, notes: [] };
	}
	if (shown.kind === 'nothing') {
		return { ...about, status: 'unchanged', ...(await checked(options, name)), notes: [] };
	}
	const diff = createRedactor([]).redact(shown.diff);
	if (!(await mayWrite(`${title}: ${file}\n${diff}`))) {
		return { ...about, status: 'planned', diff, notes: notesOn(options, name, installed) };
	}
	const outcome = carryOut(job);
	if (outcome.kind === 'refused' || outcome.kind === 'unwritable') {
		return { ...about, status: outcome.kind, reason: outcome.reason, diff, notes: [] };
	}
	const status = wish.server === undefined ? 'removed' : 'written';
	return { ...about, status, diff, ...(await checked(options, name)), notes: notesOn(options, name, installed) };
}

/** The same wish with the project in the command, for a client that does not tell a server where it is. */
function wishOf(client: Client, wish: Job['wish'], { project }: SetupEnvironment): Job['wish'] {
	const { server } = wish;
	return client.startsOutsideProjects === true && server?.transport === 'stdio'
		? { ...wish, server: { ...server, args: [...server.args, '--workspace', project] } }
		: wish;
}

async function checked({ wish, environment }: SetupOptions, name: ClientName): Promise<Pick<SetupReport, 'check'>> {
	const check = wish.server === undefined ? undefined : await checkConnection(CLIENTS[name], environment);
	return check === undefined ? {} : { check };
}

function notesOn({ wish: { server, scope } }: SetupOptions, name: ClientName, installed: boolean): string[] {
	const { title, afterwards, afterwardsInProject } = CLIENTS[name];
	if (server === undefined) {
		return [];
	}
	return [
		...(installed ? [] : [`${title} was not found on this machine.`]),
		...(server.transport === 'http'
			? ['The entry leads to one window and holds its token; calls for other projects name them with projectRoot.']
			: []),
		...(server.transport === 'stdio' && scope === 'project' && ![server.command, ...server.args].includes('hawser')
			? ['The command is a path of this machine; others need "hawser" on their PATH: npm install -g hawser.']
			: []),
		afterwards,
		...(scope === 'project' && afterwardsInProject !== undefined ? [afterwardsInProject] : []),
	];
}

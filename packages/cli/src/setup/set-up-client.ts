import { createRedactor } from '@hawser/core/runtime/redact-secrets.ts';
import { type Checked, checkConnection } from './check-connection.ts';
import type { Client } from './client.ts';
import { carryOut, type Job, preview } from './configure-client.ts';
import type { SetupEnvironment } from './environment.ts';
import { isInstalled } from './list-clients.ts';
import type { McpServer } from './mcp-server.ts';
import type { Receipts } from './receipts.ts';
import { TARGETS, type TargetName } from './targets.ts';

/** The outcome for one client. */
export interface SetupReport {
	client: TargetName;
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

export async function setUpClient(name: TargetName, options: SetupOptions): Promise<SetupReport> {
	const { wish, environment, receipts, mayWrite } = options;
	const client = TARGETS[name];
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

/** The same wish with what this client's entry has to say: the project, where it tells a server nothing, and the profile. */
function wishOf(client: Client, wish: Job['wish'], { project }: SetupEnvironment): Job['wish'] {
	const { server, scope } = wish;
	if (server === undefined) {
		return wish;
	}
	const profile = client.profile?.(scope);
	if (server.transport === 'http') {
		return profile === undefined ? wish : { ...wish, server: { ...server, url: `${server.url}?profile=${profile}` } };
	}
	const more = [
		...(client.startsOutsideProjects === true ? ['--workspace', project] : []),
		...(profile === undefined ? [] : ['--profile', profile]),
	];
	return { ...wish, server: { ...server, args: [...server.args, ...more] } };
}

async function checked({ wish, environment }: SetupOptions, name: TargetName): Promise<Pick<SetupReport, 'check'>> {
	const check = wish.server === undefined ? undefined : await checkConnection(TARGETS[name], environment);
	return check === undefined ? {} : { check };
}

function notesOn({ wish: { server, scope } }: SetupOptions, name: TargetName, installed: boolean): string[] {
	const { title, afterwards, afterwardsInProject } = TARGETS[name];
	if (server === undefined) {
		return [];
	}
	return [
		...(installed ? [] : [`${title} was not found on this machine.`]),
		...(server.transport === 'http'
			? ['The entry leads to one window and holds its token; calls for other projects name them with projectRoot.']
			: []),
		...(server.transport === 'stdio' && scope === 'project' && ![server.command, ...server.args].includes('hawser')
			? [
					'The command is a path of this machine. If others share the file, put "hawser" on the PATH, theirs and yours (the ' +
						'extension keeps it in ~/.hawser/bin), and run this again.',
				]
			: []),
		afterwards,
		...(scope === 'project' && afterwardsInProject !== undefined ? [afterwardsInProject] : []),
	];
}

import { homedir } from 'node:os';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { httpServer, stdioServer } from '../setup/choose-server.ts';
import { chooseTasks, type SetupTask } from '../setup/choose-tasks.ts';
import { CLIENTS } from '../setup/client-list.ts';
import { CLIENT_NAMES, type ClientName, isClientName } from '../setup/client-names.ts';
import type { SetupEnvironment } from '../setup/environment.ts';
import { listClients } from '../setup/list-clients.ts';
import type { McpServer } from '../setup/mcp-server.ts';
import { openReceipts } from '../setup/receipts.ts';
import { type SetupOptions, type SetupReport, setUpClient } from '../setup/set-up-client.ts';
import { showList, showReport } from '../setup/show-setup.ts';
import { askUser, isWatched } from '../terminal/ask-user.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { chooseWorkspace } from '../transports/workspace.ts';

export async function run({ positionals, options }: Arguments): Promise<number> {
	const { yes, remove, http, json } = options;
	const scope = options.project ? 'project' : 'user';
	const names = positionals.map(clientNamed);
	const environment: SetupEnvironment = {
		home: homedir(),
		env: process.env,
		platform: process.platform,
		project: chooseWorkspace(options.workspace),
	};
	if (options.list) {
		return showClients(environment, options);
	}
	if (http && scope === 'project' && !remove) {
		throw new ToolError('E_INVALID_PARAMS', 'The file of a project is shared, and the header for HTTP is a secret.', {
			hint: 'Leave --http out, or leave --project out to write it into your own file.',
		});
	}
	const receipts = openReceipts(hawserHome());
	const tasks = chooseTasks(names, { remove, scope, environment, receipts });
	const server = remove ? undefined : http ? httpServer(environment) : stdioServer(environment, scope);
	const reports: SetupReport[] = [];
	for (const task of tasks) {
		let shown = false;
		const report = await setUp(task, {
			server,
			receipts,
			async mayWrite(change) {
				shown = !yes && !json && isWatched();
				return yes || (shown && (await askUser(change, 'Write this?')));
			},
		});
		reports.push(report);
		if (!json) {
			print(showReport(report, { withDiff: !shown }));
		}
	}
	if (reports.length === 0 && !json) {
		print(
			remove
				? 'Hawser has made no entry in the file of any client. Nothing to take out.'
				: `No agent or editor that it knows was found on this machine. Name one to set it up all the same: ${CLIENT_NAMES.join(', ')}.`,
		);
	}
	const refused = reports.filter(({ status }) => status === 'refused' || status === 'unwritable');
	if (json) {
		printJson({ ok: refused.length === 0, clients: reports });
	}
	return refused.length === 0 ? 0 : refused.some(({ status }) => status === 'unwritable') ? 5 : 3;
}

function showClients(environment: SetupEnvironment, { yes, remove, project, json }: Arguments['options']): number {
	if (yes || remove) {
		throw new ToolError('E_INVALID_PARAMS', '--list only tells and writes nothing.', { hint: usageHint('setup') });
	}
	const clients = listClients(environment, project ? 'project' : 'user');
	if (json) {
		printJson({ ok: true, clients });
	} else {
		print(showList(clients));
	}
	return 0;
}

function setUp(
	{ client, scope, environment, needsNothing }: SetupTask,
	{ server, ...rest }: Pick<SetupOptions, 'receipts' | 'mayWrite'> & { server: McpServer | undefined },
): Promise<SetupReport> {
	if (needsNothing !== undefined) {
		const notes = [needsNothing, `To set it up all the same: hawser setup ${client}.`];
		return Promise.resolve({ client, title: CLIENTS[client].title, status: 'unneeded', notes });
	}
	return setUpClient(client, { ...rest, wish: { scope, server }, environment });
}

function clientNamed(word: string): ClientName {
	if (isClientName(word)) {
		return word;
	}
	const meant = word === 'claude' ? 'claude-code' : nearestName(word, CLIENT_NAMES);
	const advice = meant === undefined ? '.' : `; did you mean "${meant}"?`;
	throw new ToolError('E_INVALID_PARAMS', `There is no client "${word}"${advice}`, {
		hint: `The clients are: ${CLIENT_NAMES.join(', ')}.`,
	});
}

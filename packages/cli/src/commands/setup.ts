import { homedir } from 'node:os';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { hookCommand, httpServer, stdioServer } from '../setup/choose-server.ts';
import { chooseTasks, hookTasks, type SetupTask, skillTasks } from '../setup/choose-tasks.ts';
import { CLIENT_NAMES, type ClientName, isClientName } from '../setup/client-names.ts';
import type { SetupEnvironment } from '../setup/environment.ts';
import { type HookClient, hookClientOf, hookClientsOn } from '../setup/hooks/hook-names.ts';
import { listClients } from '../setup/list-clients.ts';
import type { McpServer } from '../setup/mcp-server.ts';
import { openReceipts } from '../setup/receipts.ts';
import { type SetupOptions, type SetupReport, setUpClient } from '../setup/set-up-client.ts';
import { showList, showReport } from '../setup/show-setup.ts';
import { isSkillName, NO_SERVER } from '../setup/skill/skill-files.ts';
import { TARGETS } from '../setup/targets.ts';
import { askUser, isWatched } from '../terminal/ask-user.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { chooseWorkspace } from '../transports/workspace.ts';

export async function run({ positionals, options }: Arguments): Promise<number> {
	const { yes, remove, http, json } = options;
	const scope = options.project ? 'project' : 'user';
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
	if (options.hooks && (http || options.skill || scope === 'project')) {
		throw new ToolError('E_INVALID_PARAMS', '--hooks writes your own files, and nothing else.', {
			hint: 'Leave --project, --http and --skill out; set those up with a second command.',
		});
	}
	if (options.skill && positionals.length > 0) {
		throw new ToolError('E_INVALID_PARAMS', '--skill writes files of the project, for every client.', {
			hint: 'Leave the names of clients out; set those up with a second command.',
		});
	}
	const tasks = options.skill
		? skillTasks(environment)
		: options.hooks
			? hookTasks(positionals.map(hookNamed), { remove, environment, receipts })
			: chooseTasks(positionals.map(clientNamed), { remove, scope, environment, receipts });
	const needsServer = !remove && !options.skill && !options.hooks;
	const server = needsServer ? (http ? httpServer(environment) : stdioServer(environment, scope)) : undefined;
	const reports: SetupReport[] = [];
	for (const task of tasks) {
		let shown = false;
		const report = await setUp(task, {
			server: remove ? undefined : (serverOf(task) ?? server),
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

/** What stands in a file that names no server. */
function serverOf({ client, environment }: SetupTask): McpServer | undefined {
	const hook = hookClientOf(client);
	return hook ? hookCommand(environment, hook) : isSkillName(client) ? NO_SERVER : undefined;
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
		return Promise.resolve({ client, title: TARGETS[client].title, status: 'unneeded', notes });
	}
	return setUpClient(client, { ...rest, wish: { scope, server }, environment });
}

function hookNamed(word: string): HookClient {
	const known = hookClientsOn(process.platform);
	const meant = known.find(client => client === word || client === `${word}-code`);
	if (meant !== undefined) {
		return meant;
	}
	throw new ToolError('E_INVALID_PARAMS', `No hook is known for "${word}".`, {
		hint: `There are hooks for: ${known.join(', ')}.`,
	});
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

import { isRecord } from '@hawser/core/data/plain-data.ts';
import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import type { ServerState } from '../window/server-state.ts';
import { allOf } from '../words/lists.ts';
import type { SetupCommand } from './run-setup.ts';
import { agentsToSetUp, type InstalledAgent, offerSetup } from './setup-offer.ts';

interface OfferOptions {
	state: ServerState;
	memory: vscode.Memento;
	setup: SetupCommand;
	log: Log;
}

/** Offers the setup when the server of a trusted window runs, which is when the launcher exists that agents are told of. */
export function offerSetupOnce({ state, memory, setup, log }: OfferOptions): vscode.Disposable {
	return state.onDidChange(({ kind }) => {
		if (kind === 'running' && vscode.workspace.isTrusted) {
			offerSetup({
				memory,
				list: () => listAgents(setup),
				ask: agents => askToSetUp(agents, setup, log),
				today: () => new Date().toISOString().slice(0, 10),
			}).catch((cause: unknown) => log.failure('The setup of agents could not be offered', cause));
		}
	});
}

/** The command: the same question, whenever the user wants it. */
export async function setUpAgents(setup: SetupCommand, log: Log): Promise<void> {
	const agents = agentsToSetUp(await listAgents(setup));
	if (agents.length === 0) {
		void vscode.window.showInformationMessage(
			vscode.l10n.t('Every agent that was found on this machine knows Hawser.'),
		);
		return;
	}
	await askToSetUp(agents, setup, log);
}

async function listAgents(setup: SetupCommand): Promise<unknown> {
	const listed: unknown = JSON.parse(await setup.run('--list', '--json'));
	return listed;
}

async function askToSetUp(agents: readonly InstalledAgent[], setup: SetupCommand, log: Log): Promise<void> {
	const question = vscode.l10n.t(
		'Let {0} find Hawser in every session, also in one that starts before VS Code? This adds one entry to your own configuration.',
		allOf(agents.map(({ title }) => title)),
	);
	const yes = vscode.l10n.t('Set Up');
	const look = vscode.l10n.t('Show Changes');
	const no = vscode.l10n.t('No');
	const chosen = await vscode.window.showInformationMessage(question, yes, look, no);
	const clients = agents.map(({ client }) => client);
	if (chosen === look) {
		await showChanges(await setup.run(...clients));
		if ((await vscode.window.showInformationMessage(question, yes, no)) === yes) {
			await write(clients, setup, log);
		}
	} else if (chosen === yes) {
		await write(clients, setup, log);
	}
}

async function showChanges(content: string): Promise<void> {
	const document = await vscode.workspace.openTextDocument({ content, language: 'diff' });
	await vscode.window.showTextDocument(document, { preview: true });
}

async function write(clients: readonly string[], setup: SetupCommand, log: Log): Promise<void> {
	const progress = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Hawser is telling your agents') };
	const output = await vscode.window.withProgress(progress, () => setup.run(...clients, '--yes', '--json'));
	log.info(`hawser setup: ${output.trim()}`);
	const reports = readReports(JSON.parse(output));
	const done = reports.filter(({ status }) => status === 'written' || status === 'unchanged');
	const left = reports.filter(report => !done.includes(report));
	if (left.length > 0) {
		const names = allOf(left.map(({ title, reason }) => `${title} (${reason})`));
		const show = vscode.l10n.t('Show Log');
		const said = vscode.l10n.t('Hawser could not be set up for {0}.', names);
		if ((await vscode.window.showWarningMessage(said, show)) === show) {
			log.show();
		}
		return;
	}
	void vscode.window.showInformationMessage(
		vscode.l10n.t(
			'Hawser is set up for {0}. Sessions that are running have to be started again once. "hawser setup --remove" takes it back.',
			allOf(done.map(({ title }) => title)),
		),
	);
}

function readReports(output: unknown): readonly { title: string; status: string; reason: string }[] {
	const clients: unknown = isRecord(output) ? output['clients'] : undefined;
	return (Array.isArray(clients) ? clients : []).flatMap((item: unknown) =>
		isRecord(item) ? [{ title: text(item['title']), status: text(item['status']), reason: text(item['reason']) }] : [],
	);
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

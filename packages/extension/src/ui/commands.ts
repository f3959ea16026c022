import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import { COMMANDS, type CommandName } from '../settings/settings.ts';
import type { WindowService } from '../window/window-service.ts';
import { bridgeChoice } from './choose-bridge-folders.ts';
import { connectAgent } from './connect-agent.ts';
import type { SetupCommand } from './run-setup.ts';
import { setUpAgents } from './set-up-agents.ts';

/** Actions of the commands in the title bar of a proposal; VS Code gives them the file that is shown. */
export interface ProposalActions {
	accept(uri: unknown, place: unknown): Promise<void>;
	reject(uri: unknown): void;
}

/** The view that shows the questions of agents. */
export interface QuestionPlace {
	show(): Promise<void>;
}

interface CommandTargets {
	proposals: ProposalActions;
	questions: QuestionPlace;
	log: Log;
	/** Path of the launcher that agents are configured with. */
	launcher: string;
	setup: SetupCommand;
}

/** The commands of the palette, of the title bar and of the status bar's menu. */
export function registerCommands(
	service: WindowService,
	{ proposals, questions, log, launcher, setup }: CommandTargets,
): vscode.Disposable {
	const bridge = bridgeChoice();
	const actions: Record<CommandName, (argument: unknown, place: unknown) => unknown> = {
		'hawser.showMenu': () => showMenu(service),
		'hawser.connectAgent': () => connectAgent(service, launcher),
		'hawser.setUpAgents': () => setUpAgents(setup, log),
		'hawser.copyUrl': () => copyUrl(service),
		'hawser.start': () => service.start(),
		'hawser.stop': () => service.stop(),
		'hawser.restart': async () => {
			await service.stop();
			await service.start();
		},
		'hawser.renewToken': () => service.renewToken(),
		'hawser.allowFileBridge': () => bridge.allow(),
		'hawser.endFileBridge': () => bridge.end(),
		'hawser.showQuestions': () => questions.show(),
		'hawser.showLog': () => log.show(),
		'hawser.acceptProposal': (uri, place) => proposals.accept(uri, place),
		'hawser.rejectProposal': uri => proposals.reject(uri),
	};
	return vscode.Disposable.from(
		...Object.entries(actions).map(([name, action]) => vscode.commands.registerCommand(name, action)),
	);
}

interface MenuItem extends vscode.QuickPickItem {
	command: CommandName;
}

async function showMenu({ state }: WindowService): Promise<void> {
	const commands: readonly CommandName[] =
		state.kind === 'running'
			? [
					'hawser.connectAgent',
					'hawser.setUpAgents',
					'hawser.copyUrl',
					'hawser.restart',
					'hawser.stop',
					'hawser.showLog',
				]
			: ['hawser.start', 'hawser.showLog'];
	const items = commands.map(
		(command): MenuItem => ({ command, label: `$(${COMMANDS[command].icon}) ${COMMANDS[command].title}` }),
	);
	const placeHolder = state.kind === 'failed' ? state.reason : 'Hawser';
	const chosen = await vscode.window.showQuickPick(items, { placeHolder });
	if (chosen) {
		await vscode.commands.executeCommand(chosen.command);
	}
}

async function copyUrl({ state }: WindowService): Promise<void> {
	if (state.kind === 'running') {
		await vscode.env.clipboard.writeText(`http://127.0.0.1:${state.port}/mcp`);
		vscode.window.setStatusBarMessage('Hawser: MCP URL copied', 3000);
	}
}

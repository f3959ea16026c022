import * as vscode from 'vscode';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { Log } from '../log/log.ts';
import { commandTitles } from '../settings/manifest-titles.ts';
import { COMMANDS, type CommandName, WALKTHROUGH } from '../settings/settings.ts';
import type { WindowService } from '../window/window-service.ts';
import { bridgeChoice } from './choose-bridge-folders.ts';
import { chooseMode } from './choose-mode.ts';
import { connectAgent } from './connect-agent.ts';
import { runDoctor } from './run-doctor.ts';
import type { SetupCommand } from './run-setup.ts';
import { setUpAgents } from './set-up-agents.ts';

/** Actions of the commands in the title bar of a comparison; VS Code gives them the file that is shown. */
export interface DiffActions {
	accept(uri: unknown, place: unknown): Promise<void>;
	reject(uri: unknown): void;
}

/** A view or page of ours that a command brings the user to. */
export interface Place {
	show(): Promise<void>;
}

interface CommandTargets {
	diffTabs: DiffActions;
	questions: Place;
	log: Log;
	/** Path of the launcher that agents are configured with. */
	launcher: string;
	setup: SetupCommand;
	rules: Place;
	nativeIde: { sendToAgent(): Promise<void> };
	activity: Place;
	gate: Pick<AgentGate, 'paused' | 'setPaused'>;
	/** Path of the command line that the extension brings. */
	script: string;
	/** The manifest of the extension in the language of the user. */
	packageJson: unknown;
}

/** The commands of the palette, of the title bar and of the status bar's menu. */
export function registerCommands(
	service: WindowService,
	{ diffTabs, questions, log, launcher, setup, rules, nativeIde, activity, gate, script, packageJson }: CommandTargets,
): vscode.Disposable {
	const bridge = bridgeChoice();
	const actions: Record<CommandName, (argument: unknown, place: unknown) => unknown> = {
		'hawser.showMenu': () => showMenu(service, gate.paused, packageJson),
		'hawser.showActivity': () => activity.show(),
		'hawser.pauseAgents': () => gate.setPaused(true),
		'hawser.resumeAgents': () => gate.setPaused(false),
		'hawser.doctor': () => runDoctor(script),
		'hawser.getStarted': () => vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false),
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
		'hawser.chooseMode': () => chooseMode(),
		'hawser.showRules': () => rules.show(),
		'hawser.sendToAgent': () => nativeIde.sendToAgent(),
		'hawser.showLog': () => log.show(),
		'hawser.acceptProposal': (uri, place) => diffTabs.accept(uri, place),
		'hawser.rejectProposal': uri => diffTabs.reject(uri),
	};
	return vscode.Disposable.from(
		...Object.entries(actions).map(([name, action]) => vscode.commands.registerCommand(name, action)),
	);
}

interface MenuItem extends vscode.QuickPickItem {
	command: CommandName;
}

async function showMenu({ state }: WindowService, paused: boolean, packageJson: unknown): Promise<void> {
	const commands: readonly CommandName[] =
		state.kind === 'running'
			? [
					'hawser.showActivity',
					paused ? 'hawser.resumeAgents' : 'hawser.pauseAgents',
					'hawser.chooseMode',
					'hawser.showRules',
					'hawser.connectAgent',
					'hawser.setUpAgents',
					'hawser.doctor',
					'hawser.getStarted',
					'hawser.copyUrl',
					'hawser.restart',
					'hawser.stop',
					'hawser.showLog',
				]
			: ['hawser.start', 'hawser.doctor', 'hawser.getStarted', 'hawser.showLog'];
	const titles = commandTitles(packageJson);
	const items = commands.map((command): MenuItem => {
		const { icon, title } = COMMANDS[command];
		return { command, label: `$(${icon}) ${titles.get(command) ?? title}` };
	});
	const placeHolder = state.kind === 'failed' ? state.reason : 'Hawser';
	const chosen = await vscode.window.showQuickPick(items, { placeHolder });
	if (chosen) {
		await vscode.commands.executeCommand(chosen.command);
	}
}

async function copyUrl({ state }: WindowService): Promise<void> {
	if (state.kind === 'running') {
		await vscode.env.clipboard.writeText(`http://127.0.0.1:${state.port}/mcp`);
		vscode.window.setStatusBarMessage(
			vscode.l10n.t('Hawser: MCP URL copied. Clients need the token too: Connect an Agent…'),
			5000,
		);
	}
}

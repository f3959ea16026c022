import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { expect } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { eventually } from '../support/eventually.ts';
import { hawserLogs, type OpenWindow, startWorkbench, type Workbench } from '../support/workbench.ts';
import { type AgentPackage, TERMINAL_PACKAGES } from './agent-packages.ts';
import type { TerminalClient } from './clients/terminal-client.ts';
import { installAgent } from './install-agent.ts';
import { type MadeUpModel, startModel } from './model/model-server.ts';
import { nobodyAnswers } from './nobody-answers.ts';
import { openOrdinaryTerminal } from './ordinary-terminal.ts';

/** A real window in whose terminals agents run, as a user starts them, and a made-up model. */
export interface TerminalStation extends AsyncDisposable {
	workbench: Workbench;
	open: OpenWindow;
	model: MadeUpModel;
	/** The home of the user: of the editor, and of the agents in its terminals. */
	home: string;
	/** Starts the agent in a terminal of the window, or of another, or in one that is none of the editor, and waits until it is connected. */
	start(client: TerminalClient, place?: OpenWindow | 'outside'): Promise<RunningAgent>;
	/** How often such an agent has connected until now. */
	connections(client: TerminalClient): number;
	/** Waits until it has done so once more. */
	untilConnected(client: TerminalClient, before: number): Promise<void>;
	/** The labels of the comparisons that are open. */
	comparisons(window?: EditorWindow): Promise<string[]>;
	untilComparisons(count: number, window?: EditorWindow): Promise<void>;
	/** What the user sees, for a test that fails, in `dist/agent-pictures`. */
	keepPicture(name: string): Promise<void>;
}

export interface RunningAgent {
	/** Types into the terminal; `\r` is Enter. */
	type(text: string): Promise<void>;
	/** What the user says to the agent. */
	say(text: string): Promise<void>;
	end(): Promise<void>;
}

const PICTURES = join(ROOT, 'dist/agent-pictures');

export async function startTerminalStation(clients: readonly TerminalClient[]): Promise<TerminalStation> {
	const model = await startModel();
	const workbench = await startWorkbench({ settings: { 'hawser.projectConfig': 'off' } });
	const home = join(workbench.editor.folder, 'home');
	const project = workbench.copyProject('shop');
	for (const client of clients) {
		client.prepare(home, { model: model.url, project });
	}
	const open = await workbench.open(project);
	const connectedBy = (way: string) => hawserLogs(workbench.editor.folder).split(`is connected: ${way}`).length - 1;
	const comparisons = async (window = open.window) =>
		(await window.evaluate(
			`return vscode.window.tabGroups.all.flatMap(group => group.tabs)
				.filter(tab => tab.input?.modified?.scheme === 'hawser-proposal').map(tab => tab.label)`,
		)) as string[];
	let screen = () => Promise.resolve('');
	const keepPicture = async (name: string) => {
		mkdirSync(PICTURES, { recursive: true });
		writeFileSync(join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.txt`), await screen().catch(String));
		await open.window.screenshot(join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.png`));
	};
	const untilConnected = async (client: TerminalClient, before: number) => {
		await eventually(() => expect(connectedBy(client.way)).toBeGreaterThan(before), 60_000).catch(
			async (cause: unknown) => {
				await keepPicture(`${client.name} does not connect`);
				throw new Error(`${String(cause)}\n${hawserLogs(workbench.editor.folder)}`, { cause });
			},
		);
	};
	let count = 0;

	/** Types into the agent; what it needs beyond that depends on where it runs. */
	const running = (type: RunningAgent['type'], end: RunningAgent['end']): RunningAgent => ({
		type,
		async say(text) {
			// A line end in the same piece would be taken for a part of what was pasted.
			await type(text);
			await new Promise(resolve => setTimeout(resolve, 500));
			await type('\r');
		},
		end,
	});

	async function startInside(client: TerminalClient, place: OpenWindow, command: readonly string[]) {
		const name = `agent ${++count}`;
		await place.window.evaluate(
			`const terminal = vscode.window.createTerminal({ name: args.name, cwd: args.cwd, env: args.env });
			terminal.show(true);
			terminal.sendText(args.command);`,
			{
				name,
				cwd: place.folder,
				env: { ...ownEnvironment(), ...client.env(model.url) },
				command: command.map(word => `'${word}'`).join(' '),
			},
		);
		return running(
			async text => {
				await place.window.evaluate(
					`vscode.window.terminals.find(({ name }) => name === args.name)?.sendText(args.text, false)`,
					{ name, text },
				);
			},
			async () => {
				await place.window.evaluate(`vscode.window.terminals.find(({ name }) => name === args.name)?.dispose()`, {
					name,
				});
			},
		);
	}

	async function startOutside(client: TerminalClient, command: readonly string[]) {
		const terminal = await openOrdinaryTerminal({
			cwd: project,
			env: { ...ownEnvironment(), HOME: home, TMPDIR: join(workbench.editor.folder, 'tmp'), ...client.env(model.url) },
			command: [...command, ...(client.outsideArgs ?? [])],
		});
		screen = terminal.screen;
		return running(terminal.type, terminal.end);
	}
	return {
		workbench,
		open,
		model,
		home,
		comparisons,
		keepPicture,
		untilComparisons: (number, window) =>
			eventually(async () => expect(await comparisons(window)).toHaveLength(number), 60_000),
		connections: client => connectedBy(client.way),
		untilConnected,
		async start(client, place = open) {
			const agent: AgentPackage = TERMINAL_PACKAGES[client.name];
			const script = await installAgent(agent);
			const command = [...(agent.isProgram ? [script] : [process.execPath, script]), ...client.args];
			const before = connectedBy(client.way);
			const started =
				place === 'outside' ? await startOutside(client, command) : await startInside(client, place, command);
			// One that asks with every prompt is not connected before.
			if (client.connect === undefined) {
				await untilConnected(client, before).catch(async (cause: unknown) => {
					await started.end();
					throw cause;
				});
			}
			return started;
		},
		async [Symbol.asyncDispose]() {
			await model[Symbol.asyncDispose]();
			await workbench[Symbol.asyncDispose]();
		},
	};
}

/** The same programs everywhere, and nothing from the internet. */
function ownEnvironment(): Record<string, string> {
	return { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), ...nobodyAnswers() };
}

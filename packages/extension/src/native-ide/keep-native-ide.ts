import { join } from 'node:path';
import { removeStaleFiles } from '@hawser/agent-config/discovery-files.ts';
import * as vscode from 'vscode';
import type { AgentGate } from '../agents/agent-gate.ts';
import type { CodexContext } from '../agents/codex-context.ts';
import type { ConnectedAgents } from '../agents/connected-agents.ts';
import type { NativeIdeStatus, NativeIdeStatuses } from '../agents/native-ide-statuses.ts';
import type { Proposals } from '../editor/workbench/proposals.ts';
import type { OwnWindow } from '../editor/workbench/windows.ts';
import type { Log } from '../log/log.ts';
import { enabledPaths } from '../settings/read-settings.ts';
import type { LazyRuntime } from '../window/lazy-runtime.ts';
import type { ServerState } from '../window/server-state.ts';
import { createAgentServer } from './agent-server.ts';
import { claudeDiscovery } from './claude/claude-lock.ts';
import { createCodexAnswers } from './codex/codex-answers.ts';
import { createCodexDispatch } from './codex/codex-dispatch.ts';
import { createCodexSocket } from './codex/codex-socket.ts';
import { geminiDiscovery, qwenDiscovery } from './companions/companion-files.ts';
import { createCopilotServer } from './copilot/copilot-server.ts';
import { readStatuses } from './native-statuses.ts';
import { createDiscoveryFile } from './shared/discovery-file.ts';
import { createEditorContext, type EditorContext } from './shared/editor-context.ts';
import { createIdeConnections, type IdeConnections } from './shared/ide-connections.ts';
import { NATIVE_AGENT_NAMES, type NativeAgentName } from './shared/native-agents.ts';
import { withRealPaths } from './shared/real-folders.ts';
import { nativeToken } from './shared/secrets.ts';
import type { SessionParts } from './shared/session-parts.ts';
import { createTerminalPort } from './shared/terminal-ports.ts';
import { createToldFiles } from './shared/told-files.ts';

export interface NativeIdeOptions {
	home: string;
	own: Pick<OwnWindow, 'id' | 'version'>;
	state: ServerState;
	agents: ConnectedAgents;
	/** Whom the user keeps out. */
	gate: AgentGate;
	/** Told what this window is for each agent. */
	statuses: Pick<NativeIdeStatuses, 'report'>;
	/** Told what another window may say to Codex for this one. */
	codexContext: Pick<CodexContext, 'answerWith'>;
	proposals: Proposals;
	lazyRuntime: Pick<LazyRuntime, 'load'>;
	environment: vscode.EnvironmentVariableCollection;
	log: Pick<Log, 'info' | 'failure'>;
}

/** What makes terminal agents find this window by their own protocols, and what serves them. */
export interface NativeIdeKeeper extends vscode.Disposable {
	/** Brings it to what settings, folders, extensions and the window's server say now. */
	follow(): Promise<void>;
	/** Removes the files by which agents find this window, at once. */
	leaveAtOnce(): void;
	readonly connections: IdeConnections;
}

/** Milliseconds between two looks whether an agent has come to this machine. */
const LOOK = 5000;

export function keepNativeIde(options: NativeIdeOptions): NativeIdeKeeper {
	const { home, own, state, agents, gate, proposals, lazyRuntime, environment, log } = options;
	const connections = createIdeConnections(agents, log, gate);
	const told = createToldFiles();
	let context: EditorContext | undefined;
	let statuses: readonly NativeIdeStatus[] = [];
	let failed = new Map<NativeAgentName, string>();
	/** Agents whose one place another program has; the place is taken as soon as it is free. */
	const taken = new Map<NativeAgentName, string>();
	let lastToken: string | undefined;
	let queue: Promise<void> = Promise.resolve();

	const isReady = (agent: NativeAgentName) =>
		statuses.some(({ agent: name, state: now }) => name === agent && now === 'ready');
	const isWanted = (agent: NativeAgentName) =>
		isReady(agent) ||
		statuses.some(({ agent: name, reason }) => name === agent && reason !== undefined && reason === taken.get(name));
	const tokenOf = (agent: NativeAgentName) => {
		const token = state.address?.token;
		return token !== undefined && isWanted(agent) ? nativeToken(token, agent) : undefined;
	};
	/** While the user has paused all agents, they are told of no file. */
	const among = (paths: readonly string[]) =>
		gate.paused ? Promise.resolve<ReadonlySet<string>>(new Set()) : told.among(paths);
	const parts: SessionParts = {
		version: own.version,
		proposals,
		connections,
		context: () => (context ??= createEditorContext(told, gate)),
		problems: { load: lazyRuntime.load, told: { among } },
	};
	const server = createAgentServer(home, parts, tokenOf);
	const copilot = createCopilotServer(home, parts);
	const codexAnswers = createCodexAnswers(parts, () => isReady('codex'));
	const codexDispatch = createCodexDispatch(home, own.id, codexAnswers);
	const codex = createCodexSocket(home, codexDispatch.context);
	options.codexContext.answerWith(codexAnswers.context);
	const discoveries = [claudeDiscovery, geminiDiscovery, qwenDiscovery].map(discovery => ({
		...discovery,
		written: createDiscoveryFile(),
		terminalPort: createTerminalPort(environment, discovery),
	}));

	function leaveAtOnce(): void {
		for (const { written, terminalPort } of discoveries) {
			terminalPort.follow(undefined);
			written.remove();
		}
		copilot.leave();
		codex.leave();
	}

	function stop(): void {
		leaveAtOnce();
		connections.closeAll();
		server.stop();
	}

	/** What one agent needs; a failure concerns that agent alone. */
	async function keepAgent(agent: NativeAgentName, write: (token: string) => Promise<void>, remove: () => void) {
		const token = tokenOf(agent);
		if (token === undefined) {
			remove();
			taken.delete(agent);
			connections.closeAll(agent);
			return;
		}
		try {
			await write(token);
		} catch (cause) {
			failed.set(agent, String(cause));
			log.failure(`${agent} cannot find this window`, cause);
		}
	}

	async function keepCodex(): Promise<void> {
		if ((await codex.keep()) === 'other_program') {
			taken.set('codex', 'Another program answers Codex at the one place where it asks.');
		} else {
			taken.delete('codex');
		}
	}

	async function keep(): Promise<void> {
		const enabled = state.address ? enabledPaths() : [];
		failed = new Map();
		update(enabled);
		const [projectRoot] = enabled;
		if (projectRoot === undefined || !NATIVE_AGENT_NAMES.some(isWanted)) {
			stop();
			return;
		}
		if (lastToken !== state.address?.token) {
			connections.closeAll();
			lastToken = state.address?.token;
		}
		const port = await server.listen(projectRoot);
		const folders = withRealPaths(enabled);
		const ideName = vscode.env.appName;
		for (const { agent, folder, file, content, written, terminalPort } of discoveries) {
			await keepAgent(
				agent,
				async token => {
					removeStaleFiles(folder());
					await written.write(join(folder(), file(port)), content({ port, folders, ideName, token }));
					terminalPort.follow({ port, folders });
				},
				() => {
					terminalPort.follow(undefined);
					written.remove();
				},
			);
		}
		const { isTrusted } = vscode.workspace;
		await keepAgent('copilot', token => copilot.keep({ folders, ideName, token, isTrusted }), copilot.leave);
		await keepAgent('codex', keepCodex, codex.leave);
		update(enabled);
	}

	function update(folders: readonly string[]): void {
		const before = new Map(statuses.map(({ agent, reason }) => [agent, reason]));
		const first = statuses.length === 0;
		statuses = readStatuses({ serving: state.address !== undefined, folders, failed, taken });
		for (const { agent, title, reason, state: now } of statuses) {
			if (now !== 'absent' && (first || before.get(agent) !== reason)) {
				log.info(`${title}: ${reason ?? 'finds this window by its own protocol'}`);
			}
		}
		report();
	}

	function report(): void {
		const open = connections.list();
		options.statuses.report(
			statuses.map(status => ({
				...status,
				connected: open.filter(({ protocol }) => protocol === status.agent).length,
			})),
		);
	}

	function follow(): Promise<void> {
		queue = queue.then(keep).catch((cause: unknown) => log.failure('Agents cannot find this window', cause));
		return queue;
	}

	const looking = setInterval(() => {
		const folders = state.address ? enabledPaths() : [];
		const now = readStatuses({ serving: state.address !== undefined, folders, failed, taken });
		if (now.some(({ agent, state: next }) => next === 'ready' && !isReady(agent))) {
			void follow();
		}
	}, LOOK).unref();
	const listeners = vscode.Disposable.from(
		vscode.extensions.onDidChange(() => void follow()),
		connections.onDidChange(report),
		codex.onDidChange(() => void follow()),
	);
	return {
		follow,
		leaveAtOnce,
		connections,
		dispose() {
			clearInterval(looking);
			listeners.dispose();
			stop();
			codex.dispose();
			codexAnswers.dispose();
			codexDispatch.dispose();
			context?.dispose();
			told.dispose();
			connections.dispose();
		},
	};
}

import * as vscode from 'vscode';
import type { NativeIdeStatus } from '../agents/native-ide-statuses.ts';
import { nativeIdeWords } from '../settings/read-settings.ts';
import { isUsedHere } from './shared/agent-presence.ts';
import { NATIVE_AGENT_NAMES, NATIVE_AGENTS, type NativeAgent, type NativeAgentName } from './shared/native-agents.ts';

type AgentStatus = NativeIdeStatus & { agent: NativeAgentName };

export interface StatusFacts {
	/** The window's server runs. */
	serving: boolean;
	folders: readonly string[];
	/** Agents whose files could not be written, and why. */
	failed: ReadonlyMap<NativeAgentName, string>;
	/** Agents that another program serves, and how that is known. */
	taken: ReadonlyMap<NativeAgentName, string>;
}

/** What this window is for each agent, and why. */
export function readStatuses(facts: StatusFacts): readonly AgentStatus[] {
	const words = nativeIdeWords();
	return NATIVE_AGENT_NAMES.map(name => {
		const agent = NATIVE_AGENTS[name];
		return { agent: name, title: agent.title, connected: 0, ...stateOf(agent, words, facts) };
	});
}

function stateOf(
	{ name, title, ownExtensions }: NativeAgent,
	words: readonly string[],
	{ serving, folders, failed, taken }: StatusFacts,
): Pick<NativeIdeStatus, 'state' | 'reason'> {
	if (!serving) {
		return { state: 'off', reason: 'The server of this window does not run.' };
	}
	if (!words.includes(name)) {
		return { state: 'off', reason: `The setting hawser.nativeIde leaves "${name}" out.` };
	}
	const own = ownExtensions.find(id => vscode.extensions.getExtension(id) !== undefined);
	if (own !== undefined) {
		return { state: 'stands_down', reason: `The extension ${own} serves it in this window.` };
	}
	if (folders.length === 0) {
		return { state: 'no_folder', reason: 'No folder is open, and agents find a window by its folders.' };
	}
	if (!isUsedHere(name)) {
		return { state: 'absent', reason: `${title} has not been used on this machine.` };
	}
	const other = taken.get(name);
	if (other !== undefined) {
		return { state: 'stands_down', reason: other };
	}
	const failure = failed.get(name);
	return failure === undefined ? { state: 'ready' } : { state: 'failed', reason: failure };
}

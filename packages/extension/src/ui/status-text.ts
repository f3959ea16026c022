import type { Mode } from '@hawser/core/policy/rule.ts';
import * as vscode from 'vscode';
import type { ServiceState } from '../window/server-state.ts';

/** Everything that the item in the status bar speaks of. */
export interface StatusFacts {
	state: ServiceState;
	/** Agents that are connected now. */
	agents: readonly string[];
	paused: boolean;
	mode: Mode;
}

export interface StatusText {
	/** With icons in the form of VS Code. */
	text: string;
	tooltip: string;
	/** Read out instead of the names of icons. */
	label: string;
	warn: boolean;
}

/** What the user has narrowed is seen at a glance; what holds unless they choose needs no word. */
function modeWords(mode: Mode): { word: string; icon: string; sentence: string } {
	switch (mode) {
		case 'read-only':
			return {
				word: vscode.l10n.t('read only'),
				icon: 'eye',
				sentence: vscode.l10n.t('Agents look, and change nothing.'),
			};
		case 'ask':
			return {
				word: vscode.l10n.t({ message: 'asks', comment: ['The mode in which the user is asked, in a word'] }),
				icon: 'question',
				sentence: vscode.l10n.t('You are asked before an agent changes or runs something.'),
			};
		case 'guarded':
			return { word: '', icon: '', sentence: '' };
	}
}

/** The state in words; port and address stand in the tooltip. */
export function statusText({ state, agents, paused, mode }: StatusFacts): StatusText {
	switch (state.kind) {
		case 'starting':
			return {
				text: '$(sync~spin) Hawser',
				tooltip: vscode.l10n.t('Hawser is starting.'),
				label: vscode.l10n.t('Hawser is starting'),
				warn: false,
			};
		case 'stopped':
			return {
				text: `$(circle-slash) ${vscode.l10n.t('Hawser: off')}`,
				tooltip: vscode.l10n.t('Hawser is off in this window: no agent can reach it.'),
				label: vscode.l10n.t('Hawser is off'),
				warn: false,
			};
		case 'failed':
			return {
				text: '$(warning) Hawser',
				tooltip: vscode.l10n.t('Hawser could not start. {0}', state.reason),
				label: vscode.l10n.t('Hawser could not start'),
				warn: true,
			};
		case 'running':
			return runningText(state.port, agents, paused, mode);
	}
}

function runningText(port: number, agents: readonly string[], paused: boolean, mode: Mode): StatusText {
	const { word, icon, sentence } = modeWords(mode);
	const count = agents.length === 1 ? vscode.l10n.t('1 agent') : vscode.l10n.t('{0} agents', agents.length);
	const who = agents.length === 0 ? 'Hawser' : count;
	const words = paused ? vscode.l10n.t('Agents paused') : word === '' ? who : `${who}, ${word}`;
	const sign = paused ? 'debug-pause' : agents.length > 0 ? 'hubot' : 'plug';
	const names =
		agents.length === 0 ? vscode.l10n.t('No agent is connected.') : vscode.l10n.t('Connected: {0}.', agents.join(', '));
	const lines = [
		paused ? vscode.l10n.t('All agents are paused: their calls are refused until you resume.') : names,
		sentence,
		vscode.l10n.t('Hawser: agents on this machine reach this window at {0}', `http://127.0.0.1:${port}/mcp`),
	];
	return {
		text: `${icon === '' || paused ? '' : `$(${icon}) `}$(${sign}) ${words}`,
		tooltip: lines.filter(line => line !== '').join('\n'),
		label: paused
			? vscode.l10n.t('Hawser, agents are paused')
			: `Hawser, ${words === 'Hawser' ? vscode.l10n.t('no agent') : words}`,
		warn: paused,
	};
}

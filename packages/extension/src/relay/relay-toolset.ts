import { type DynamicToolset, defineDynamicTool } from '@hawser/core/contract/dynamic-tools.ts';
import type { Tool } from '@hawser/core/contract/tool.ts';
import * as vscode from 'vscode';
import { invokeRelayed } from './invoke-relayed.ts';
import { objectSchema, relayedName, relaySelection } from './relayed-tools.ts';

export interface RelayToolset extends DynamicToolset, vscode.Disposable {
	/** Must be called when the setting has changed. */
	follow(): void;
}

/** VS Code does not say when an extension registers a tool. Looking takes less than a millisecond. */
const INTERVAL = 2000;

const TIMEOUT = 120_000;
const BUDGET = 50_000;

/** The tools of other extensions that the user has chosen, for agents outside the editor. */
export function createRelayToolset(patterns: () => readonly string[]): RelayToolset {
	const listeners = new Set<() => void>();
	let isChosen = relaySelection(patterns());
	let tools: readonly Tool[] = [];
	let known = '';
	let timer: NodeJS.Timeout | undefined;

	const look = () => {
		const found = isChosen === undefined ? [] : chatTools().filter(({ name }) => isChosen?.(name));
		const now = JSON.stringify(found.map(({ name, description, inputSchema }) => [name, description, inputSchema]));
		if (now !== known) {
			known = now;
			tools = found.map(relayed);
			for (const listener of listeners) {
				listener();
			}
		}
	};

	const follow = () => {
		isChosen = relaySelection(patterns());
		clearInterval(timer);
		timer = isChosen === undefined ? undefined : setInterval(look, INTERVAL).unref();
		look();
	};
	follow();

	return {
		thing: 'relay',
		title: 'Tools of other extensions',
		onByDefault: true,
		instructions: '',
		get tools() {
			return tools;
		},
		onDidChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		follow,
		dispose: () => clearInterval(timer),
	};
}

function relayed({ name, description, inputSchema }: vscode.LanguageModelToolInformation): Tool {
	return defineDynamicTool({
		name: relayedName(name),
		title: name,
		description: description === '' ? `${name}, a tool of another extension.` : description,
		effect: 'runs',
		timeout: TIMEOUT,
		timeoutHint: 'VS Code may be asking the user in a dialog whether this tool may run; ask them to look there.',
		budget: BUDGET,
		inputJsonSchema: objectSchema(inputSchema),
		run: (input, call) => invokeRelayed(name, input, call),
	});
}

/** None in editors that have no such interface. */
function chatTools(): readonly vscode.LanguageModelToolInformation[] {
	const lm: unknown = Reflect.get(vscode, 'lm');
	return typeof lm === 'object' && lm !== null && 'tools' in lm ? vscode.lm.tools : [];
}

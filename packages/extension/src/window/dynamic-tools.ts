import { createHash } from 'node:crypto';
import type { DynamicToolset } from '@hawser/core/contract/dynamic-tools.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import * as vscode from 'vscode';

/** All tools that only this window has, as the parts of the window need them. */
export interface DynamicTools extends vscode.Disposable {
	readonly toolsets: readonly DynamicToolset[];
	readonly onDidChange: vscode.Event<void>;
	/** The registry's mark for these tools: programs that have listed them see by it that they must ask again. */
	describe(): Pick<WindowEntry, 'dynamicTools'>;
}

export function collectDynamicTools(toolsets: readonly DynamicToolset[]): DynamicTools {
	const changes = new vscode.EventEmitter<void>();
	const stops = toolsets.map(toolset => toolset.onDidChange(() => changes.fire()));
	return {
		toolsets,
		onDidChange: changes.event,
		describe() {
			const facts = toolsets
				.flatMap(({ tools }) => tools)
				.map(({ name, title, description, whenToUse, inputJsonSchema }) => [
					...[name, title, description, whenToUse],
					inputJsonSchema,
				]);
			return facts.length === 0
				? {}
				: { dynamicTools: createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16) };
		},
		dispose() {
			for (const stop of stops) {
				stop();
			}
			changes.dispose();
		},
	};
}

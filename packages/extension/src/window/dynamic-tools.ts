import { createHash } from 'node:crypto';
import type { DynamicToolset } from '@hawser/core/contract/dynamic-tools.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type * as vscode from 'vscode';

/** All tools that only this window has, as the parts of the window need them. */
export interface DynamicTools extends vscode.Disposable {
	readonly toolsets: readonly DynamicToolset[];
	/** What the registry says of them: programs that have listed them see by it that they must ask again. */
	describe(): Pick<WindowEntry, 'dynamicTools'>;
}

export function collectDynamicTools(toolsets: readonly DynamicToolset[], onChange: () => void): DynamicTools {
	const stops = toolsets.map(toolset => toolset.onDidChange(onChange));
	return {
		toolsets,
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
		},
	};
}

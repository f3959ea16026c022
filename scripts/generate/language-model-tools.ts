import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import type { Thing } from '@hawser/core/contract/names.ts';
import { firstSentence } from '@hawser/core/text/shorten.ts';
import {
	CHAT_TOOLS_KEY,
	chatToolMark,
	chatToolName,
	UNLISTED_TAG,
} from '../../packages/extension/src/surfaces/language-model/names.ts';
import type { Say } from './manifest-texts.ts';

const ICONS: Record<Thing, string> = {
	window: 'window',
	editor: 'edit',
	file: 'file',
	change: 'history',
	text: 'search',
	symbol: 'symbol-class',
	code: 'lightbulb',
	diagnostic: 'warning',
	breakpoint: 'debug-breakpoint',
	debug: 'debug',
	dap: 'debug-console',
	test: 'beaker',
	terminal: 'terminal',
	task: 'checklist',
	notebook: 'notebook',
	git: 'source-control',
	setting: 'settings-gear',
	command: 'symbol-event',
	project: 'project',
	database: 'database',
	docs: 'book',
	util: 'tools',
	tool: 'search',
	relay: 'extensions',
	custom: 'wrench',
};

/**
 * What VS Code's chat is told of every tool. It searches and groups tools itself, so it does without ours for that.
 * The window says at run time, by a context key, which of them it shows.
 */
export function languageModelTools(tools: readonly PublishedTool[], say: Say): readonly object[] {
	return tools
		.filter(({ thing }) => thing !== 'tool')
		.map(({ name, title, description, thing, effect, listed, inputSchema }) => ({
			name: chatToolName(name),
			toolReferenceName: name,
			displayName: say(`tool.${name}`, title),
			userDescription: say(`tool.${name}.description`, firstSentence(description)),
			// Models read it, so it stays English.
			modelDescription: description,
			icon: `$(${ICONS[thing]})`,
			tags: ['hawser', effect, ...(listed ? [] : [UNLISTED_TAG])],
			canBeReferencedInPrompt: true,
			when: `${CHAT_TOOLS_KEY} =~ /${chatToolMark(name)}/`,
			inputSchema: withoutProjectRoot(inputSchema),
		}));
}

/** The chat belongs to this window; to choose another one would only cost the model attention. */
function withoutProjectRoot(schema: PublishedTool['inputSchema']): object {
	const { projectRoot: _, ...properties } = schema['properties'] as Record<string, unknown>;
	return { ...schema, properties };
}

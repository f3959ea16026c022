import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import type { Arguments } from '../arguments.ts';
import { catalogue, findTool, noSuchTool } from '../catalogue.ts';
import { describeTool } from '../describe-tool.ts';
import { alignColumns, paint, print, printJson } from '../terminal.ts';

export function run({ positionals: [name], options: { json, toolsets } }: Arguments): number {
	if (name !== undefined) {
		const tool = findTool(name);
		if (tool === undefined) {
			throw noSuchTool(name);
		}
		if (json) {
			printJson(tool);
		} else {
			print(describeTool(tool));
		}
		return 0;
	}
	const selection = selectToolsets(toolsets);
	const tools = toolsets.length === 0 ? catalogue.tools : catalogue.tools.filter(tool => selection.lists(tool));
	if (json) {
		printJson(tools);
	} else {
		print(listTools(tools));
	}
	return 0;
}

function listTools(tools: readonly PublishedTool[]): string {
	const width = Math.max(...tools.map(tool => shownName(tool).length));
	const groups = catalogue.toolsets.flatMap(({ thing, title }) => {
		const own = tools.filter(tool => tool.thing === thing);
		const rows = own.map(tool => [shownName(tool).padEnd(width), firstSentence(tool.description)]);
		return own.length === 0
			? []
			: [`${paint('bold', title)} ${paint('dim', `(${thing})`)}\n${alignColumns(rows, '  ')}`];
	});
	return [...groups, paint('dim', 'Explain one: hawser tools NAME. Call one: hawser call NAME key=value.')].join(
		'\n\n',
	);
}

/** In parentheses when agents do not see it unless they ask for its toolset. */
function shownName({ name, listed }: PublishedTool): string {
	return listed ? name : `(${name})`;
}

function firstSentence(text: string): string {
	return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

import type { Manifest, PublishedTool } from '@hawser/core/contract/manifest.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { firstSentence } from '@hawser/core/text/shorten.ts';
import type { Arguments } from '../input/arguments.ts';
import { alignColumns, paint, print, printJson } from '../terminal/terminal.ts';
import { describeTool } from '../tools/describe-tool.ts';
import { findTool, manifest, noSuchTool } from '../tools/published-tools.ts';
import { toolsOfWindow } from '../tools/tools-of-window.ts';

export async function run({ positionals: [name, ...more], options }: Arguments): Promise<number> {
	const { json, toolsets } = options;
	if (name === 'new') {
		return (await import('../custom-tools/new-tool.ts')).newTool(more, options);
	}
	if (name === 'check') {
		return (await import('../custom-tools/check-tools.ts')).checkTools(options);
	}
	if (name !== undefined) {
		const tool = isDynamicName(name) ? (await toolsOfWindow(options)).find(own => own.name === name) : findTool(name);
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
	const all = [...manifest.tools, ...(await toolsOfWindow(options))];
	const tools = toolsets.length === 0 ? all : all.filter(tool => selection.lists(tool));
	if (json) {
		printJson(tools);
	} else {
		print(listTools(tools));
	}
	return 0;
}

const DYNAMIC_TOOLSETS: readonly Pick<Manifest['toolsets'][number], 'thing' | 'title'>[] = [
	{ thing: 'relay', title: 'Tools of other extensions' },
	{ thing: 'custom', title: 'Tools of the project' },
];

function listTools(tools: readonly PublishedTool[]): string {
	const width = Math.max(...tools.map(tool => shownName(tool).length));
	const groups = [...manifest.toolsets, ...DYNAMIC_TOOLSETS].flatMap(({ thing, title }) => {
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

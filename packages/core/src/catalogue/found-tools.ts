import type { CatalogueTool, CatalogueToolset } from '../ports/catalogue.ts';
import { countOf } from '../text/plural.ts';
import { firstSentence } from '../text/shorten.ts';
import { describeArguments } from './describe-arguments.ts';
import { rankTools } from './rank-tools.ts';

/** A question for tools, as `tool_find` takes it. */
export interface ToolQuestion {
	query?: string | undefined;
	detail: 'names' | 'schemas';
	limit: number;
}

export interface FoundTools {
	/** Without a query: the toolsets, and the names of their tools. */
	toolsets?: { thing: string; title: string; instructions: string; tools: string[] }[] | undefined;
	total: number;
	tools: FoundTool[];
}

interface FoundTool {
	name: string;
	effect: string;
	description: string;
	/** The arguments in one line. */
	takes: string;
	inputSchema?: Record<string, unknown> | undefined;
}

/** The same answer wherever it is given: in the window, and in `hawser mcp`, which knows what its agent may call. */
export function findTools(
	{ toolsets, tools: all }: { toolsets: readonly CatalogueToolset[]; tools: readonly CatalogueTool[] },
	{ query, detail, limit }: ToolQuestion,
): FoundTools {
	// Whoever asks has these already.
	const tools = all.filter(({ thing }) => thing !== 'tool');
	if (query === undefined) {
		const groups = toolsets.map(({ thing, title, instructions }) => ({
			thing,
			title,
			instructions,
			tools: tools.filter(tool => tool.thing === thing).map(({ name }) => name),
		}));
		return { toolsets: groups.filter(group => group.tools.length > 0), total: tools.length, tools: [] };
	}
	const found = rankTools(tools, query);
	return {
		total: found.length,
		tools: found.slice(0, limit).map(({ name, effect, description, inputSchema }) => ({
			name,
			effect,
			description: detail === 'schemas' ? description : firstSentence(description),
			takes: describeArguments(inputSchema),
			...(detail === 'schemas' && { inputSchema: { ...inputSchema } }),
		})),
	};
}

const NOTHING = 'No tool has these words. Ask with other words, or without a query for all toolsets.';

/** The fullest text first. */
export function renderFoundTools({ toolsets, total, tools }: FoundTools): readonly [string, ...string[]] {
	if (toolsets !== undefined) {
		const lines = toolsets.map(({ instructions, tools: names }) => `${instructions}\n  ${names.join(', ')}`);
		return [lines.join('\n'), toolsets.map(({ thing, tools: names }) => `${thing}: ${names.join(', ')}`).join('\n')];
	}
	if (tools.length === 0) {
		return [NOTHING];
	}
	const way = tools.every(isReading)
		? 'tool_read'
		: tools.some(isReading)
			? 'tool_read (reads) or tool_call'
			: 'tool_call';
	const more = total > tools.length ? ` ${countOf(total - tools.length, 'more tool')} with a higher limit.` : '';
	const end = `Call one with ${way}.${more}`;
	const head = ({ name, takes, effect, description }: FoundTool) => `${name}${takes} [${effect}]\n  ${description}`;
	const full = tools.map(tool =>
		tool.inputSchema === undefined
			? head(tool)
			: `${tool.name} [${tool.effect}]\n  ${tool.description}\n  ${JSON.stringify(tool.inputSchema)}`,
	);
	return [[...full, end].join('\n'), [...tools.map(head), end].join('\n'), tools.map(({ name }) => name).join('\n')];
}

function isReading({ effect }: { effect: string }): boolean {
	return effect === 'reads' || effect === 'queries';
}

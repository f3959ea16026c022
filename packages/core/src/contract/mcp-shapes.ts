import { recordOf } from '../data/plain-data.ts';
import type { JsonSchema } from '../input/compact-json-schema.ts';
import type { ClientView } from './client-view.ts';
import type { BehaviourHints } from './effects.ts';
import type { Envelope, Reply } from './envelope.ts';
import { leanSchema } from './lean-schema.ts';
import type { PublishedTool } from './manifest.ts';
import { loadsAtOnce } from './profiles.ts';

/** A tool as MCP's `tools/list` has it for programs: with all that is known of it. */
export function toMcpTool(tool: PublishedTool): McpTool {
	const { name, title, description, inputSchema, outputSchema, annotations } = tool;
	return { name, title, description, inputSchema, ...(outputSchema && { outputSchema }), annotations };
}

/** A tool as `tools/list` has it for this client. */
export function toListedTool(tool: PublishedTool, { profile, structured, anthropicHints }: ClientView): McpTool {
	const { outputSchema: _, ...lean } = toMcpTool(tool);
	const shown = structured
		? toMcpTool(tool)
		: { ...lean, inputSchema: leanInput(tool), annotations: leanHints(tool.annotations) };
	if (!anthropicHints) {
		return shown;
	}
	const meta = {
		...(loadsAtOnce(profile, tool.name) && { 'anthropic/alwaysLoad': true }),
		...(tool.searchHint !== undefined && { 'anthropic/searchHint': tool.searchHint }),
	};
	return Object.keys(meta).length === 0 ? shown : { ...shown, _meta: meta };
}

/** Tools whose answer depends on which project is meant, or that may call any other. */
const NAMES_PROJECT: readonly PublishedTool['thing'][] = ['window', 'tool'];

/** The arguments for a model, without `projectRoot`, which every tool understands and which a few tell of. */
function leanInput({ thing, inputSchema }: PublishedTool): JsonSchema {
	const schema = leanSchema(inputSchema);
	if (NAMES_PROJECT.includes(thing)) {
		return schema;
	}
	const { projectRoot: _, ...properties } = recordOf(schema['properties']);
	return { ...schema, properties };
}

/** Of a tool that only reads, the specification gives the other two no meaning. */
function leanHints(hints: BehaviourHints): Partial<BehaviourHints> {
	const { readOnlyHint, openWorldHint } = hints;
	return readOnlyHint ? { readOnlyHint, openWorldHint } : hints;
}

export interface McpTool extends Pick<PublishedTool, 'title' | 'description' | 'inputSchema'> {
	name: string;
	annotations: Partial<BehaviourHints>;
	outputSchema?: PublishedTool['outputSchema'];
	_meta?: Readonly<Record<string, unknown>>;
}

interface TextContent {
	type: 'text';
	text: string;
}

export interface McpToolResult {
	content: [TextContent, ...TextContent[]];
	structuredContent?: Envelope;
	isError?: true;
}

/**
 * To a program the text and the envelope, each of which holds the whole answer. To an agent the text alone: clients show the model the
 * envelope instead of it, or both. Plain text goes as text alone to everybody.
 */
export function toMcpResult(
	{ envelope, text }: Reply,
	{ plainText }: Pick<PublishedTool, 'plainText'>,
	{ structured }: Pick<ClientView, 'structured'> = { structured: true },
): McpToolResult {
	return {
		content: [{ type: 'text', text }],
		...(structured && !(plainText && envelope.ok) && { structuredContent: envelope }),
		...(envelope.ok ? {} : { isError: true as const }),
	};
}

import type { JsonSchema } from '../input/compact-json-schema.ts';
import type { Dialect } from './dialect.ts';
import { type BehaviourHints, behaviourHints, type Effect } from './effects.ts';
import { DEFAULT_TIMEOUT } from './limits.ts';
import type { Thing, ToolName } from './names.ts';
import type { AsksUser, CommandArguments, Tool } from './tool.ts';
import type { Toolset } from './toolset.ts';

/** A tool as it is published: everything a surface needs to list it, and nothing it would need to run it. */
export interface PublishedTool {
	name: ToolName;
	title: string;
	description: string;
	thing: Thing;
	effect: Effect;
	annotations: BehaviourHints;
	/** Listed when nobody chose toolsets. */
	listed: boolean;
	timeout: number;
	aliases: readonly string[];
	plainText: boolean;
	example?: Readonly<Record<string, unknown>>;
	/** Absent where no argument is a path. */
	pathArguments?: readonly string[];
	/** See `ToolFacts`. */
	failureFields?: readonly string[];
	/** See `ToolFacts`. */
	reloadsWindow?: boolean;
	/** See `ToolFacts`. */
	asksUser?: AsksUser;
	/** See `ToolFacts`. */
	commandLine?: CommandArguments;
	/** See `ToolFacts`. */
	changesOnlyNamedFiles?: boolean;
	/** See `ToolFacts`. */
	searchHint?: string;
	inputSchema: JsonSchema;
	/** The envelope around the tool's data; absent for plain text. */
	outputSchema?: JsonSchema;
}

/** All tools as plain data. The CLI carries it, so that it can list tools without a window and without zod. */
export interface Manifest {
	version: string;
	instructions: string;
	toolsets: readonly Pick<Toolset, 'thing' | 'title' | 'instructions'>[];
	tools: readonly PublishedTool[];
	/** Names of other systems, with their arguments, that are answered by our tools. */
	otherNames: readonly PublishedName[];
}

export interface PublishedName {
	name: string;
	dialect: string;
	/** The tool that answers as a rule. */
	tool: ToolName;
	/** Other tools that may answer, depending on what is open in the window. */
	moreTools?: readonly ToolName[];
	/** The tool as the other system lists it, where it can be listed. */
	title?: string;
	description?: string;
	inputSchema: JsonSchema;
}

/**
 * Told to every client. Some show only the first 150 characters, so those stand alone; one repeats all of it in every tool, so it is
 * short. It names what to use first, and the way to the rest.
 */
const INSTRUCTIONS =
	"VS Code's own language servers, unsaved edits, debugger and tests for this project: use them before grep to find, rename, check " +
	'or debug code. References: symbol_references; rename: symbol_rename, file_rename; after edits: diagnostic_list. Deferred? Load ' +
	'symbol_*, diagnostic_list first. Debugger, breakpoints, git, database, tasks: tool_find. Lines are 1-based. Errors start with ' +
	'[E_CODE] and say what to do next. Another project: projectRoot, its absolute path, in any call.';

const PROJECT_ROOT = { type: 'string', description: 'Absolute path of the project, if it is not the current one.' };

export function publishTool(tool: Tool, { thing, onByDefault }: Toolset): PublishedTool {
	const plainText = tool.plainText === true;
	return {
		name: tool.name,
		title: tool.title,
		description: describeTool(tool),
		thing,
		effect: tool.effect,
		annotations: behaviourHints(tool.effect),
		listed: onByDefault && tool.listed !== false,
		timeout: tool.timeout ?? DEFAULT_TIMEOUT,
		aliases: tool.aliases ?? [],
		plainText,
		...(tool.example && { example: tool.example }),
		...(tool.pathArguments && tool.pathArguments.length > 0 && { pathArguments: tool.pathArguments }),
		...(tool.failureFields && { failureFields: tool.failureFields }),
		...(tool.reloadsWindow && { reloadsWindow: true }),
		...(tool.asksUser && { asksUser: tool.asksUser }),
		...(tool.commandLine && { commandLine: tool.commandLine }),
		...(tool.changesOnlyNamedFiles && { changesOnlyNamedFiles: true }),
		...(tool.searchHint !== undefined && { searchHint: tool.searchHint }),
		inputSchema: withProjectRoot(tool.inputJsonSchema),
		...(plainText ? {} : { outputSchema: envelopeSchema(tool.outputJsonSchema) }),
	};
}

export function buildManifest(toolsets: readonly Toolset[], dialects: readonly Dialect[], version: string): Manifest {
	return {
		version,
		instructions: INSTRUCTIONS,
		toolsets: toolsets.map(({ thing, title, instructions }) => ({ thing, title, instructions })),
		tools: toolsets.flatMap(toolset => toolset.tools.map(tool => publishTool(tool, toolset))),
		otherNames: dialects.flatMap(dialect =>
			dialect.names.map(({ name, tools: [tool, ...moreTools], title, description, inputJsonSchema }) => ({
				name,
				dialect: dialect.name,
				tool,
				...(moreTools.length > 0 && { moreTools }),
				...(title !== undefined && { title }),
				...(description !== undefined && { description }),
				inputSchema: withProjectRoot(inputJsonSchema),
			})),
		),
	};
}

function describeTool({ description, whenToUse, requires = [] }: Tool): string {
	const prerequisite = requires.length > 0 ? ` Needs ${requires.join(', ')} first.` : '';
	return `${description} ${whenToUse}`.trimEnd() + prerequisite;
}

function withProjectRoot(schema: JsonSchema): JsonSchema {
	const properties = typeof schema['properties'] === 'object' ? schema['properties'] : {};
	return { ...schema, properties: { ...properties, projectRoot: PROJECT_ROOT } };
}

/** Accepts both shapes of the envelope without a combinator: some clients reject those, and SDK v1 clients validate errors too. */
function envelopeSchema(data: JsonSchema): JsonSchema {
	return {
		type: 'object',
		properties: {
			ok: { type: 'boolean' },
			type: { type: 'string' },
			data,
			error: { type: 'object' },
			meta: { type: 'object' },
		},
		required: ['ok', 'type', 'meta'],
	};
}

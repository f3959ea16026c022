import { recordOf } from '../data/plain-data.ts';
import { checkJsonInput, takesInput } from '../input/check-json-input.ts';
import type { JsonSchema } from '../input/compact-json-schema.ts';
import { understandInput } from '../input/understand-input.ts';
import type { DynamicThing } from './names.ts';
import type { Call, Outcome, Tool, ToolFacts } from './tool.ts';
import type { Toolset } from './toolset.ts';

/**
 * A toolset whose tools are known at run time only, such as what other extensions offer or what a project defines. Every
 * surface lists and calls them like the built-in ones. They have a first word of their own, so none can stand in
 * for a built-in tool.
 */
export interface DynamicToolset extends Toolset {
	readonly thing: DynamicThing;
	/** The current tools; the same array until something changes. */
	readonly tools: readonly Tool[];
	/** Calls back when `tools` has become another array; the returned function stops that. */
	onDidChange(listener: () => void): () => void;
	/** Makes sure that `tools` is what there is; awaited before they are listed or one of them is called. */
	refresh?(): Promise<void>;
}

export interface DynamicToolDefinition extends Omit<ToolFacts, 'name' | 'needs' | 'whenToUse'> {
	readonly name: `${DynamicThing}_${string}`;
	readonly whenToUse?: string;
	/** JSON Schema of an object. The obvious mistakes are answered before `run`; see `checkJsonInput`. */
	readonly inputJsonSchema: JsonSchema;
	/** Schema of the data in the outcome; without it the answer is plain text to MCP clients. */
	readonly outputJsonSchema?: JsonSchema;
	run(input: Record<string, unknown>, call: Call): Promise<Outcome>;
}

/** Loads no zod, so that what lists such tools may run while a window starts. */
export function defineDynamicTool(definition: DynamicToolDefinition): Tool {
	const { run, inputJsonSchema, outputJsonSchema, whenToUse = '', ...facts } = definition;
	return {
		...facts,
		whenToUse,
		needs: [],
		plainText: facts.plainText ?? outputJsonSchema === undefined,
		inputJsonSchema,
		outputJsonSchema: outputJsonSchema ?? { type: 'object' },
		prepare(rawInput) {
			const given = recordOf(rawInput);
			const input = takesInput(given, inputJsonSchema) ? given : (understandInput(given, inputJsonSchema) ?? given);
			checkJsonInput(input, inputJsonSchema);
			return { input, start: (_ports, call) => run(input, call) };
		},
	};
}

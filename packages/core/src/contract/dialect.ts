import type { z } from 'zod';
import type { Editor } from '../ports/editor.ts';
import { compactJsonSchema, type JsonSchema } from './compact-json-schema.ts';
import type { DialectVoice } from './dialect-voice.ts';
import { invalidInput } from './invalid-input.ts';
import type { ToolName } from './names.ts';

/** A call of one of our tools. */
export interface TranslatedCall {
	tool: ToolName;
	input: Record<string, unknown>;
}

interface OtherNameDefinition<Input extends z.ZodObject> {
	/** The other system's name for what one of our tools does. */
	name: string;
	/** As the other system lists it; needed where the dialect has a voice. */
	title?: string;
	description?: string;
	/** The tools that may answer; the first one does as a rule. */
	tools: readonly [ToolName, ...ToolName[]];
	/** The arguments as the other system has them. */
	input: Input;
	/** Some systems speak of "the current file"; `editor` says which that is. */
	translate: (input: z.output<Input>, editor: Pick<Editor, 'active'>) => TranslatedCall;
}

export interface OtherName {
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	readonly tools: readonly [ToolName, ...ToolName[]];
	readonly inputJsonSchema: JsonSchema;
	translate(rawInput: unknown, editor: Pick<Editor, 'active'>): TranslatedCall;
}

/** Another system's tool names and argument shapes, answered by our tools. Its names can be called everywhere. */
export interface Dialect {
	readonly name: string;
	readonly title: string;
	readonly names: readonly OtherName[];
	/** With it the dialect can be listed and answered on its own, as `hawser mcp --dialect` does. */
	readonly voice?: DialectVoice;
}

export function defineOtherName<Input extends z.ZodObject>(definition: OtherNameDefinition<Input>): OtherName {
	const { input, translate, ...facts } = definition;
	return {
		...facts,
		get inputJsonSchema() {
			return compactJsonSchema(input, 'input');
		},
		translate(rawInput, editor) {
			const parsed = input.safeParse(rawInput);
			if (!parsed.success) {
				throw invalidInput(parsed.error.issues, input);
			}
			return translate(parsed.data, editor);
		},
	};
}

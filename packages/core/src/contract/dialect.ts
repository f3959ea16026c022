import type { z } from 'zod';
import { compactJsonSchema, type JsonSchema } from '../input/compact-json-schema.ts';
import { invalidInput } from '../input/invalid-input.ts';
import type { Editor } from '../ports/editor.ts';
import type { Terminals } from '../ports/terminals.ts';
import type { Windows } from '../ports/windows.ts';
import type { DialectFormat } from './dialect-format.ts';
import type { ToolName } from './names.ts';

/** A call of one of our tools. */
export interface TranslatedCall {
	tool: ToolName;
	input: Record<string, unknown>;
}

/** The ports that a translation may read: some systems speak of "the current file" or "the first terminal". */
export interface TranslationView {
	editor: Pick<Editor, 'active'>;
	terminals: Pick<Terminals, 'list'>;
	windows: Pick<Windows, 'status'>;
}

interface OtherNameDefinition<Input extends z.ZodObject> {
	/** The other system's name for what one of our tools does. */
	name: string;
	/** As the other system lists it; needed where the dialect has a format. */
	title?: string;
	description?: string;
	/** The tools that may answer; the first one does as a rule. */
	tools: readonly [ToolName, ...ToolName[]];
	/** Characters of our data, where the other system's answer is a small part of it and must be whole. */
	budget?: number;
	/** The arguments as the other system has them. */
	input: Input;
	/** Other spellings of arguments, where versions of the system differ, and the one that `input` has. */
	spellings?: Readonly<Partial<Record<string, keyof z.output<Input> & string>>>;
	translate: (input: z.output<Input>, view: TranslationView) => TranslatedCall;
}

export interface OtherName {
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	readonly tools: readonly [ToolName, ...ToolName[]];
	readonly budget?: number;
	readonly inputJsonSchema: JsonSchema;
	translate(rawInput: Readonly<Record<string, unknown>>, view: TranslationView): TranslatedCall;
}

/** Another system's tool names and argument shapes, answered by our tools. Its names can be called everywhere. */
export interface Dialect {
	readonly name: string;
	readonly title: string;
	readonly names: readonly OtherName[];
	/** With it the dialect can be listed and answered on its own, as `hawser mcp --dialect` does. */
	readonly format?: DialectFormat;
}

export function defineOtherName<Input extends z.ZodObject>(definition: OtherNameDefinition<Input>): OtherName {
	const { input, spellings = {}, translate, ...facts } = definition;
	const spelled = new Map(Object.entries(spellings));
	return {
		...facts,
		get inputJsonSchema() {
			return compactJsonSchema(input, 'input');
		},
		translate(rawInput, view) {
			const given = Object.entries(rawInput).map(([name, value]) => [spelled.get(name) ?? name, value] as const);
			const parsed = input.safeParse(Object.fromEntries(given));
			if (!parsed.success) {
				throw invalidInput(parsed.error.issues, input);
			}
			return translate(parsed.data, view);
		},
	};
}

import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';

/** An argument of a tool, read from its JSON Schema. */
export interface ToolArgument {
	name: string;
	/** The type in JSON Schema's words; `any` where the schema leaves it open. */
	type: string;
	/** The type of the items of an array. */
	itemType: string;
	/** The accepted values, when they are a closed list. */
	choices: readonly string[];
	required: boolean;
	description: string;
	default: unknown;
}

export function toolArguments({ inputSchema }: PublishedTool): ToolArgument[] {
	const properties = isRecord(inputSchema['properties']) ? inputSchema['properties'] : {};
	const required: unknown = inputSchema['required'];
	return Object.entries(properties).map(([name, value]) => {
		const schema = isRecord(value) ? value : {};
		const { description, enum: choices } = schema;
		return {
			name,
			type: typeOf(schema),
			itemType: isRecord(schema['items']) ? typeOf(schema['items']) : 'any',
			choices: Array.isArray(choices) ? choices.map(String) : [],
			required: Array.isArray(required) && required.includes(name),
			description: typeof description === 'string' ? description : '',
			default: schema['default'],
		};
	});
}

function typeOf(schema: Record<string, unknown>): string {
	const { type, enum: choices } = schema;
	if (typeof type === 'string') {
		return type;
	}
	return Array.isArray(choices) && choices.every(choice => typeof choice === 'string') ? 'string' : 'any';
}

import { z } from 'zod';

/** JSON Schema of an object, as MCP wants it of every input and output. */
export interface JsonSchema {
	type: 'object';
	[keyword: string]: unknown;
}

/**
 * JSON Schema of a zod object without what costs tokens and says nothing: `$schema`, the bounds that `z.int()` adds for
 * safe integers, and on outputs `additionalProperties: false`, which would make every new field a breaking change, and
 * `required`: what we send is checked before it is sent, and to an agent that reads the answer it says nothing. Fields that
 * are unlisted are left out.
 */
export function compactJsonSchema(schema: z.ZodObject, side: 'input' | 'output'): JsonSchema {
	const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
		io: side,
		override({ jsonSchema: node }) {
			if (node.minimum === Number.MIN_SAFE_INTEGER) {
				delete node.minimum;
			}
			if (node.maximum === Number.MAX_SAFE_INTEGER) {
				delete node.maximum;
			}
			if (side === 'output') {
				delete node.additionalProperties;
				delete node.required;
			}
		},
	});
	return { ...withoutUnlisted(jsonSchema), type: 'object' };
}

function withoutUnlisted<Node extends z.core.JSONSchema.BaseSchema>(node: Node): Node {
	const { properties, items } = node;
	const listed = properties && Object.entries(properties).filter(([, field]) => !isUnlisted(field));
	return {
		...node,
		...(listed && { properties: Object.fromEntries(listed.map(([name, field]) => [name, cleaned(field)])) }),
		...(items !== undefined && { items: Array.isArray(items) ? items : cleaned(items) }),
	};
}

function cleaned(field: z.core.JSONSchema._JSONSchema): z.core.JSONSchema._JSONSchema {
	return typeof field === 'boolean' ? field : withoutUnlisted(field);
}

function isUnlisted(field: z.core.JSONSchema._JSONSchema): boolean {
	return typeof field === 'object' && field['unlisted'] === true;
}

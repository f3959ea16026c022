import { expect, test } from 'vitest';
import { z } from 'zod';
import { compactJsonSchema } from '../../src/contract/compact-json-schema.ts';

test('input keeps what a caller must know and nothing else', () => {
	const schema = z.strictObject({ line: z.int().positive(), all: z.boolean().default(false) });
	expect(compactJsonSchema(schema, 'input')).toEqual({
		type: 'object',
		properties: { line: { type: 'integer', exclusiveMinimum: 0 }, all: { type: 'boolean', default: false } },
		required: ['line'],
		additionalProperties: false,
	});
});

test('output stays open, so that a new field breaks no one', () => {
	const schema = z.object({ total: z.int(), rows: z.array(z.object({ a: z.int() })) });
	expect(JSON.stringify(compactJsonSchema(schema, 'output'))).not.toMatch(
		/additionalProperties|required|minimum|\$schema/,
	);
});

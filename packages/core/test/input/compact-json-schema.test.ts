import { expect, test } from 'vitest';
import { z } from 'zod';
import { compactJsonSchema } from '../../src/input/compact-json-schema.ts';
import { unlisted } from '../../src/input/unlisted-arguments.ts';

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

test('fields that only dialects use are left out at every depth', () => {
	const secret = unlisted(z.boolean().optional().describe('Only for dialects.'));
	const schema = z.object({ a: z.int(), secret, rows: z.array(z.object({ b: z.int(), secret })) });
	for (const side of ['input', 'output'] as const) {
		expect(JSON.stringify(compactJsonSchema(schema, side))).not.toMatch(/secret|dialects/);
	}
	expect(schema.parse({ a: 1, secret: true, rows: [] })).toEqual({ a: 1, secret: true, rows: [] });
});

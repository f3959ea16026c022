import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whyInvalid } from '../../../src/editor/settings/json-schema.ts';

const $defs = { size: { type: 'number', minimum: 1 } };

test.each([
	[4, { type: 'number' }],
	[4, { type: ['string', 'integer'] }],
	[null, { type: ['string', 'null'] }],
	[5, { $ref: '#/$defs/size' }],
	['anything', { $ref: 'vscode://schemas/elsewhere' }],
	[{ a: 1 }, { type: 'object', additionalProperties: { type: 'number' } }],
	[{ x1: true }, { type: 'object', patternProperties: { '^x': { type: 'boolean' } }, additionalProperties: false }],
	['on', { anyOf: [{ type: 'boolean' }, { enum: ['on', 'off'] }] }],
	[[1, 2], { type: 'array', items: { type: 'number' }, uniqueItems: true }],
	['text', { pattern: '([unclosed' }],
	['text', {}],
])('%j fits %j', (value, schema) => {
	expect(whyInvalid(value, schema, $defs)).toBeUndefined();
});

test.each([
	['4', { type: 'number' }, /must be number, not string/],
	[4.5, { type: 'integer' }, /integer/],
	[0, { $ref: '#/$defs/size' }, /at least 1/],
	[7, { exclusiveMaximum: 7 }, /less than 7/],
	['maybe', { enum: ['on', 'off'] }, /one of "on", "off"/],
	['abc', { pattern: '^\\d+$' }, /match/],
	['', { minLength: 1 }, /at least 1 character/],
	[{ a: '1' }, { additionalProperties: { type: 'number' } }, /\["a"\] must be number/],
	[{ b: 1 }, { properties: { a: {} }, additionalProperties: false }, /"b"\] is not known/],
	[{}, { required: ['a'] }, /must have "a"/],
	[[1, 1], { uniqueItems: true }, /twice/],
	[[1, 'x'], { items: { type: 'number' } }, /\[1\] must be number/],
	['x', { anyOf: [{ type: 'boolean' }, { type: 'number' }] }, /boolean.*or.*number/],
	[5, { allOf: [{ type: 'number' }, { maximum: 4 }] }, /at most 4/],
])('%j does not fit %j', (value, schema, expected) => {
	expect(whyInvalid(value, schema, $defs)).toMatch(expected);
});

test('schemas that refer to themselves, and nonsense, do not loop forever', () => {
	expect(whyInvalid(1, { $ref: '#/$defs/ring' }, { ring: { $ref: '#/$defs/ring' } })).toBeUndefined();
	fc.assert(
		fc.property(
			fc.jsonValue(),
			fc.dictionary(
				fc.constantFrom(
					'type',
					'enum',
					'items',
					'properties',
					'anyOf',
					'required',
					'pattern',
					'minimum',
					'patternProperties',
					'additionalProperties',
				),
				fc.jsonValue(),
			),
			(value, schema) => {
				const reason = whyInvalid(value, schema, {});
				expect(reason === undefined || reason.length > 0).toBe(true);
			},
		),
	);
});

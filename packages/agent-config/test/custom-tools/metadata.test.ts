import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readMetadata } from '../../src/custom-tools/metadata.ts';

const read = (text: string) => readMetadata(text, 'file-name');

/** The mistakes as `line:column message`. */
const mistakes = (text: string) =>
	read(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

test('every field goes where an agent sees it', () => {
	const { facts, problems } = read(`alias: shop.price-list
name: Price list
description: Lists prices
category: shop
params:
  item:
    type: string
    required: true
    description: What to look up
    minLength: 1
    maxLength: 80
    pattern: '^[a-z]+$'
    aliases: [article]
  count: { type: number, integer: true, min: 1, max: 9, default: 2 }
  ratio: { type: number }
  currency: { type: enum, values: [EUR, USD] }
  tags: { type: array, items: { type: string } }
  options: { type: object }
  exact: { type: boolean, required: true, default: false }
  file: { type: string, resolve: workspace-relative }
response: waitable
errors: [E_SHOP_CLOSED]
mcp:
  timeout: 5000
  safety: { destructive: false, idempotent: true }
  relationships: { requires: [debug.start] }
  llm:
    when_to_use: |
      Before ordering.
      Not for stock
    parameter_hints:
      item: { note: Singular, examples: [pear, apple], pitfalls: [No plural] }
`);
	expect(problems).toEqual([]);
	expect(facts).toMatchObject({
		name: 'custom_shop_price_list',
		title: 'Price list',
		description: 'Lists prices.',
		whenToUse: 'Before ordering. Not for stock. Needs debug_start first.',
		response: 'waitable',
		effect: 'runs',
		timeout: 5000,
		enabled: true,
	});
	expect(facts?.inputJsonSchema).toEqual({
		type: 'object',
		properties: {
			item: {
				...{ type: 'string', minLength: 1, maxLength: 80, pattern: '^[a-z]+$' },
				description: 'What to look up. Singular. No plural. For example: "pear", "apple".',
			},
			count: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
			ratio: { type: 'number' },
			currency: { type: 'string', enum: ['EUR', 'USD'] },
			tags: { type: 'array', items: { type: 'string' } },
			options: { type: 'object' },
			exact: { type: 'boolean', default: false },
			file: { type: 'string' },
		},
		required: ['item'],
		additionalProperties: false,
	});
});

test.each([
	{ yaml: 'response: query', effect: 'runs', timeout: 30_000 },
	{ yaml: 'response: action', effect: 'runs', timeout: 30_000 },
	{ yaml: 'response: waitable', effect: 'runs', timeout: 300_000 },
	{ yaml: 'category: x', effect: 'runs', timeout: 30_000 },
	{ yaml: 'timeout: 1000', effect: 'runs', timeout: 1000 },
	{ yaml: 'timeout: 1000\nmcp: { timeout: 2000 }', effect: 'runs', timeout: 2000 },
	{ yaml: 'mcp: { safety: { read_only: true } }', effect: 'runs', timeout: 30_000 },
	{ yaml: 'response: query\nmcp: { safety: { read_only: false } }', effect: 'runs', timeout: 30_000 },
])('$yaml means $effect within $timeout ms', ({ yaml, effect, timeout }) => {
	expect(read(`description: A\n${yaml}\n`).facts).toMatchObject({ effect, timeout });
});

test.each([
	{ yaml: '', name: 'custom_file_name' },
	{ yaml: 'alias: a.b-c', name: 'custom_a_b_c' },
	{ yaml: 'alias: custom.b', name: 'custom_b' },
	{ yaml: 'alias: a\nmcp: { tool: other_name }', name: 'custom_other_name' },
])('the name from "$yaml" is $name', ({ yaml, name }) => {
	expect(read(`description: A\n${yaml}\n`).facts?.name).toBe(name);
});

test('a tool that is switched off is read all the same', () => {
	expect(read('description: A\nmcp: { enabled: false }').facts?.enabled).toBe(false);
});

describe('a mistake has its line and column', () => {
	test.each([
		[
			'description: A\nparams:\n  a: [1',
			'3:8 Flow sequence in block collection must be sufficiently indented and end with a ].',
		],
		['description: A\ndescription: B\n', '2:1 Map keys must be unique.'],
		['- 1\n', '1:1 The file must be a mapping, such as "description: What the tool does."'],
		['alias: a\n', '1:1 A tool needs a description: one sentence that tells an agent what it does.'],
		['description: A\nresponse: mutate\n', '2:11 response must be one of action, query, waitable.'],
		['description: A\ntimeout: 5\n', '2:10 timeout must be a whole number from 100 to 3600000.'],
		['description: 7\n', '1:14 description must be text.'],
		['description: A\nmcp: yes please\n', '2:6 mcp must be a mapping, such as { name: value }.'],
		['description: A\nmcp:\n  enabled: 1\n', '3:12 enabled must be true or false.'],
		[
			'description: A\nparams:\n  a: { type: text }\n',
			'3:14 type must be one of string, number, boolean, enum, array, object.',
		],
		['description: A\nparams:\n  a: {}\n', '3:6 a needs a type: one of string, number, boolean, enum, array, object.'],
		['description: A\nparams:\n  a:\n', '3:3 a must be a mapping, such as { type: string }.'],
		['description: A\nparams:\n  a: { type: enum }\n', '3:14 An enum needs values: a list of texts or numbers.'],
		[
			'description: A\nparams:\n  a: { type: number, default: x }\n',
			'3:31 The default does not fit: The argument "a" is wrong: it must be of type number.',
		],
		[
			'description: A\nparams:\n  a: { type: boolean, resolve: absolute }\n',
			'3:32 Only a parameter of type string can be a path.',
		],
		[
			'description: A\nparams:\n  projectRoot: { type: string }\n',
			'3:16 Every tool has a parameter projectRoot already; choose another name.',
		],
		[
			'description: A\nparams:\n  a: { type: string }\n  b: { type: string, aliases: [a] }\n',
			'4:31 "a" is the name of another parameter.',
		],
		[
			'description: A\nresponse: query\nmcp:\n  safety: { destructive: true }\n',
			'4:26 A tool that only reads cannot be destructive.',
		],
	])('%j', (yaml, mistake) => {
		expect(mistakes(yaml)).toContain(mistake);
		expect(read(yaml).facts).toBeUndefined();
	});

	test('a pattern that is no regular expression', () => {
		expect(mistakes("description: A\nparams:\n  a: { type: string, pattern: '(' }\n")).toEqual([
			expect.stringMatching(/^3:31 Invalid regular expression/),
		]);
	});

	test.each(['Upper', 'a..b', 'with space', 'a'.repeat(41)])('the name %j', alias => {
		expect(mistakes(`description: A\nalias: ${alias}\n`)).toEqual([
			expect.stringMatching(/^2:8 ".*" cannot be the name of a tool: /),
		]);
	});

	test('a word that nobody reads is a warning with the word that was meant', () => {
		const { facts, problems } = read('description: A\nparam:\n  a: { type: string }\n');
		expect(facts).toBeDefined();
		expect(problems).toMatchObject([
			{
				severity: 'warning',
				line: 2,
				column: 1,
				endColumn: 6,
				message: 'A tool has no "param"; did you mean "params"?',
			},
		]);
	});

	test('aliases that grow without end are a mistake, not a hang', () => {
		const bombs = Array.from({ length: 9 }, (_, index) => `b${index + 1}: &b${index + 1} [${`*b${index},`.repeat(9)}]`);
		const yaml = `description: A\nb0: &b0 [x]\n${bombs.join('\n')}\nparams:\n  a: { type: enum, values: *b9 }\n`;
		expect(mistakes(yaml).join()).toContain('Excessive alias count');
	});
});

describe('property: the parameters in the list are those of the YAML', () => {
	const name = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,12}$/).filter(word => word !== 'projectRoot');
	const description = fc.stringMatching(/^[A-Z][a-z ]{0,20}[a-z]\.$/).filter(text => !text.includes('  '));
	const common = { description: fc.option(description, { nil: undefined }), required: fc.boolean() };
	const parameter = fc.oneof(
		fc.record({
			type: fc.constant('string'),
			minLength: fc.nat(5),
			maxLength: fc.integer({ min: 6, max: 99 }),
			...common,
		}),
		fc.record({ type: fc.constant('number'), integer: fc.boolean(), min: fc.integer(), max: fc.integer(), ...common }),
		fc.record({ type: fc.constantFrom('boolean', 'object'), ...common }),
		fc.record({
			type: fc.constant('enum'),
			values: fc.uniqueArray(fc.stringMatching(/^[a-zA-Z0-9 :#'"-]{1,9}$/), { minLength: 1 }),
			...common,
		}),
		fc.record({
			type: fc.constant('array'),
			items: fc.record({ type: fc.constantFrom('string', 'number', 'boolean') }),
			...common,
		}),
	);

	/** The names that JSON Schema has for the words of the YAML. */
	const WORDS: Record<string, string> = { min: 'minimum', max: 'maximum', values: 'enum' };

	test('for any set of parameters', () => {
		fc.assert(
			fc.property(fc.dictionary(name, parameter, { maxKeys: 6 }), params => {
				const { facts, problems } = readMetadata(stringify({ description: 'A.', params }), 'x');
				expect(problems).toEqual([]);
				const expected = Object.entries(params).map(([key, { type, required: _required, ...rest }]) => {
					const { integer, ...more }: Record<string, unknown> = rest;
					const word = type === 'enum' ? 'string' : integer === true ? 'integer' : type;
					const entries = Object.entries(more).filter(([, value]) => value !== undefined);
					const renamed = Object.fromEntries(entries.map(([field, value]) => [WORDS[field] ?? field, value]));
					return [key, { type: word, ...renamed }] as const;
				});
				const required = Object.keys(params).filter(key => params[key]?.required === true);
				expect(facts?.inputJsonSchema).toEqual({
					type: 'object',
					properties: Object.fromEntries(expected),
					...(required.length > 0 && { required }),
					additionalProperties: false,
				});
			}),
		);
	});
});

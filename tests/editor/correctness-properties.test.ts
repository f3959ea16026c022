import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import { isErrorCode } from '@hawser/core/errors/error-codes.ts';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { CallToolResultSchema } from '@modelcontextprotocol/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invokeInChat } from '../support/chat.ts';
import { folderSnapshot } from '../support/folder-snapshot.ts';
import { call, connectHttp, connectStdio, dataOf, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/**
 * The correctness properties of the design that began with renames over `registerTool` and HTTP, by their numbers. 4 (ports)
 * is held by the tests of the port policy and of the settings, 11 (settings) by those of the setting tools, 13 (registration)
 * by `activation.test.ts` of the extension.
 */
const { workbench, open } = useShopWindow();
let http: Client;
let stdio: Client;
beforeAll(async () => {
	http = await connectHttp(open().entry);
	stdio = await connectStdio({ env: workbench().env, cwd: open().folder });
});
afterAll(async () => {
	await http.close();
	await stdio.close();
});

const SEED = 20_261_116;
const RUNS = { seed: SEED, endOnFailure: true };

interface Envelope {
	ok: boolean;
	type: string;
	data?: Record<string, unknown>;
	error?: { code: string; message: string; hint: string };
	meta: { requestId: string; timestamp: string; duration: number };
}

const envelopeOf = (result: CallToolResult) => result.structuredContent as Envelope | undefined;
const read = (name: string) => readFileSync(join(open().folder, name), 'utf8');

const anyValue = fc.oneof(
	fc.constantFrom('src/cart.ts', 'src', 'package.json', 'none.ts', '', '..', 'Cart', 'total'),
	fc.integer({ min: -2, max: 30 }),
	fc.boolean(),
	fc.string(),
	fc.constant(null),
	fc.array(fc.string(), { maxLength: 2 }),
);

/** Arguments that are right, wrong, missing or unheard of. */
function anyInput(inputJsonSchema: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
	const known = Object.keys(inputJsonSchema['properties'] ?? {});
	const name = fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom('path', ...known) },
		{ weight: 1, arbitrary: fc.string() },
	);
	return fc.dictionary(name, anyValue, { maxKeys: 4 });
}

const ownTools = toolsets.flatMap(({ tools }) => tools);

const anyCall = fc
	.constantFrom(
		// tool_find is answered by the CLI itself over stdio, in words of its own where arguments are wrong.
		...ownTools.filter(
			({ name, effect, listed }) => effect === 'reads' && listed !== false && !name.startsWith('tool_'),
		),
	)
	.chain(tool => fc.tuple(fc.constant(tool.name), anyInput(tool.inputJsonSchema)));

function expectWellFormed(answer: CallToolResult): void {
	expect(CallToolResultSchema.safeParse(answer).success).toBe(true);
	const envelope = envelopeOf(answer);
	if (answer.isError) {
		expect(envelope).toMatchObject({
			ok: false,
			type: 'error',
			error: { message: expect.stringMatching(/\w/) as unknown },
		});
		expect(isErrorCode(envelope?.error?.code)).toBe(true);
		expect(envelope?.error?.code).not.toBe('E_INTERNAL');
		expect(textOf(answer)).toMatch(new RegExp(`^\\[${envelope?.error?.code ?? '?'}\\] `));
	}
}

test('1, 2, 12: vscode.lm, HTTP and stdio give the same answer, in the form that MCP wants, and say in full what is wrong', async () => {
	await fc.assert(
		fc.asyncProperty(anyCall, async ([tool, input]) => {
			const inChat = invokeInChat(open().window, `hawser_${tool}`, input);
			const answers = await Promise.all([call(http, tool, input), call(stdio, tool, input)]);
			answers.forEach(expectWellFormed);
			const [first, second] = answers.map(answer => ({
				...answer,
				structuredContent: withoutMeta(envelopeOf(answer)),
			}));
			expect(first).toEqual(second);
			const { text, error } = await inChat;
			expect(error ?? text).toBe(textOf(answers[0]));
		}),
		{ ...RUNS, numRuns: 120 },
	);
}, 600_000);

/** Tools that change files, names and settings, and the values that make each of them fail whatever else is given. */
const FAILING: readonly { names: readonly string[]; wrong: Record<string, fc.Arbitrary<unknown>> }[] = [
	{
		names: ['file_rename', 'rename_file'],
		wrong: {
			from: fc.constantFrom('none.ts', '../outside.ts', '.'),
			to: fc.constantFrom('src/cart.ts', 'src', '../out.ts', 'new.ts'),
			oldUri: fc.constantFrom('file:///nowhere/none.ts', 'none.ts', 'https://example.org/a.ts'),
			newUri: fc.constantFrom('file:///nowhere/new.ts', 'src/cart.ts'),
		},
	},
	{
		names: ['symbol_rename', 'rename_symbol'],
		wrong: {
			path: fc.constantFrom('none.ts', 'src/cart.ts', 'package.json'),
			symbol: fc.constantFrom('Nobody', 'Cart.nothing', '7'),
			fileUri: fc.constantFrom('file:///nowhere/none.ts', 'src/cart.ts'),
			originalName: fc.constantFrom('Nobody', ''),
			newName: fc.constantFrom('other', 'not a name', ''),
		},
	},
	{
		names: ['setting_set', 'set_setting'],
		wrong: {
			key: fc.constantFrom('no.such.setting', 'editor', 'editor.noSuchThing'),
			value: fc.constantFrom(2, 'two', true),
			scope: fc.constantFrom('workspace', 'user', 'galaxy'),
		},
	},
	{
		names: ['file_edit', 'file_delete', 'code_format', 'code_organize_imports', 'symbol_replace'],
		wrong: {
			path: fc.constantFrom('none.ts', '../outside.ts', ''),
			edits: fc.constant([{ oldText: 'nothing like this', newText: 'x' }]),
			symbol: fc.constant('Nobody'),
			text: fc.constant('x'),
		},
	},
];

const otherNames = dialects.flatMap(({ names }) => names);

function schemaOf(name: string): Record<string, unknown> {
	const tool = [...ownTools, ...otherNames].find(other => other.name === name);
	if (!tool) {
		throw new Error(`No tool ${name}`);
	}
	return tool.inputJsonSchema;
}

const failingCall = fc
	.constantFrom(...FAILING.flatMap(({ names, wrong }) => names.map(name => ({ name, wrong }))))
	.chain(({ name, wrong }) => {
		const known = Object.keys(schemaOf(name)['properties'] ?? {});
		const given = Object.fromEntries(Object.entries(wrong).filter(([key]) => known.includes(key)));
		return fc.tuple(fc.constant(name), fc.record(given));
	});

test('8: renames, edits and settings that fail say so with a code and the reason, and change nothing', async () => {
	const before = folderSnapshot(open().folder);
	await fc.assert(
		fc.asyncProperty(failingCall, async ([tool, input]) => {
			const first = await call(http, tool, input);
			const second = await call(stdio, tool, input);
			for (const answer of [first, second]) {
				expect(answer.isError).toBe(true);
				expectWellFormed(answer);
			}
			expect(textOf(first)).toBe(textOf(second));
		}),
		{ ...RUNS, numRuns: 80 },
	);
	expect(folderSnapshot(open().folder)).toEqual(before);
}, 600_000);

const changing = [
	...ownTools.filter(({ effect, listed }) => effect !== 'reads' && listed !== false),
	...otherNames.filter(({ name }) => /^(?:rename_|get_setting|set_setting)/.test(name)),
];

/** An argument of another type than the schema's, one too many, or none of those that must be there. */
const invalidCall = fc.constantFrom(...changing).chain(({ name, inputJsonSchema }) => {
	const properties = Object.entries((inputJsonSchema['properties'] ?? {}) as Record<string, { type?: string }>);
	const wrongType = properties
		.filter(([, { type }]) => type === 'string' || type === 'integer' || type === 'boolean')
		.map(([key]) => fc.constantFrom({}, { nested: [1] }).map(value => ({ key, input: { [key]: value } })));
	const unknown = fc.constant({ key: 'unheardOf', input: { unheardOf: 1 } });
	return fc.tuple(fc.constant(name), fc.oneof(unknown, ...wrongType));
});

test('9: input that does not fit the schema is answered with the argument that is wrong, by tools that change things too', async () => {
	const before = folderSnapshot(open().folder);
	await fc.assert(
		fc.asyncProperty(invalidCall, async ([tool, { key, input }]) => {
			const answer = await call(http, tool, input);
			expectWellFormed(answer);
			expect(envelopeOf(answer)?.error).toMatchObject({ code: 'E_INVALID_PARAMS' });
			expect(textOf(answer)).toContain(key);
		}),
		{ ...RUNS, numRuns: 150 },
	);
	expect(folderSnapshot(open().folder)).toEqual(before);
}, 600_000);

function withoutMeta(envelope: Envelope | undefined) {
	return envelope && { ...envelope, meta: undefined };
}

/** Calls of different tools whose answers can be told apart. */
const TOLD_APART: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
	...[1, 7, 12, 20].map(line => ['file_read', { path: 'src/cart.ts', startLine: line, endLine: line }] as const),
	['file_list', { path: 'src' }],
	['file_find', { query: 'cart' }],
	['text_search', { query: 'total' }],
	['text_search', { query: 'nothing like this anywhere' }],
	['symbol_outline', { path: 'src/cart.ts' }],
	['symbol_definition', { path: 'src/cart.ts', symbol: 'Cart.total' }],
	['symbol_references', { path: 'src/cart.ts', symbol: 'Cart.total' }],
	['symbol_hover', { path: 'src/cart.ts', symbol: 'Cart' }],
	['diagnostic_list', { path: 'src/cart.ts' }],
	['setting_get', { key: 'editor.tabSize' }],
	['breakpoint_list', {}],
	['file_read', { path: 'none.ts' }],
	['setting_get', { key: 'no.such.setting' }],
];

test('3: calls of different tools at the same time each get their own answer', async () => {
	const alone: string[] = [];
	for (const [tool, input] of TOLD_APART) {
		alone.push(textOf(await call(http, tool, input)));
	}
	const indices = fc.array(fc.nat(TOLD_APART.length - 1), { minLength: 5, maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(indices, async chosen => {
			const answers = await Promise.all(
				chosen.map((which, index) => {
					const [tool, input] = TOLD_APART[which] ?? ['', {}];
					return call(index % 2 === 0 ? http : stdio, tool, input);
				}),
			);
			expect(answers.map(textOf)).toEqual(chosen.map(which => alone[which]));
		}),
		{ ...RUNS, numRuns: 20 },
	);
}, 300_000);

const fileName = fc
	.stringMatching(/^[a-zA-Zäß漢0-9 ._#%+&=@~-]{1,12}$/)
	.filter(name => /\w/.test(name) && !/^[. ]|[. ]$/.test(name));
const folderName = fc.constantFrom('', 'moved/', 'moved/deeper/', 'with space/');

test('5, 6, 7: any file can be renamed, the setting for imports is as before, and the answer tells about the imports', async () => {
	const setting = () =>
		open().window.evaluate(
			"return ['js/ts', 'typescript', 'javascript'].map(name => vscode.workspace.getConfiguration(name).inspect('updateImportsOnFileMove.enabled'));",
		);
	const before = await setting();
	let round = 0;
	await fc.assert(
		fc.asyncProperty(folderName, fileName, fc.constantFrom('.ts', '.txt'), async (folder, name, extension) => {
			const id = ++round;
			const from = `rename/from-${id}${extension}`;
			const to = `rename/${folder}${id} ${name}${extension}`;
			open().write(from, `export const value${id} = ${id};\n`);
			const uris = id % 2 === 0;
			const answer = uris
				? await call(http, 'rename_file', { oldUri: uriOf(from), newUri: uriOf(to) })
				: await call(http, 'file_rename', { from, to });
			expect(dataOf(answer)).toMatchObject({ to, imports: expect.any(String) as unknown });
			expect(read(to)).toBe(`export const value${id} = ${id};\n`);
			expect(() => read(from)).toThrow();
		}),
		{ ...RUNS, numRuns: 15 },
	);
	expect(await setting()).toEqual(before);
}, 600_000);

function uriOf(name: string): string {
	return `file://${join(open().folder, name).split('/').map(encodeURIComponent).join('/')}`;
}

const identifier = fc.stringMatching(/^[a-zA-Z_$][a-zA-Z0-9_$]{2,10}$/).map(name => `${name}_renamed`);

test('10: a rename reaches every reference, wherever it is', async () => {
	open().write('src/names/declared.ts', 'export function original(value: number): number {\n\treturn value;\n}\n');
	open().write(
		'src/names/used.ts',
		"import { original } from './declared.js';\nexport const twice = original(original(1));\n",
	);
	open().write(
		'src/names/aliased.ts',
		"import { original as other } from './declared.js';\nexport const once = other(2);\n",
	);
	let present = 'original';
	await fc.assert(
		fc.asyncProperty(identifier, async name => {
			const answer = await call(http, 'rename_symbol', {
				fileUri: uriOf('src/names/declared.ts'),
				originalName: present,
				newName: name,
			});
			expect(dataOf(answer)).toMatchObject({ applied: true, totalFiles: 3, totalEdits: 5 });
			expect(read('src/names/declared.ts')).toContain(`function ${name}(`);
			expect(read('src/names/used.ts')).toBe(
				`import { ${name} } from './declared.js';\nexport const twice = ${name}(${name}(1));\n`,
			);
			expect(read('src/names/aliased.ts')).toContain(`import { ${name} as other }`);
			present = name;
		}),
		{ ...RUNS, numRuns: 10 },
	);
}, 600_000);

test('14: after all of this the window is as well as before', async () => {
	const status = dataOf(await call(http, 'window_status'));
	expect(status).toMatchObject({ trusted: true });
	expect(textOf(await call(stdio, 'diagnostic_list', { path: 'src/cart.ts' }))).toMatch(/^No problems/);
});

test('15: the window lists every tool with its complete definition, and answers to every other name', async () => {
	const whole = await connectHttp(open().entry, 'legacy', { query: '?profile=searching' });
	const { tools } = await whole.listTools();
	await whole.close();
	const listed = toolsets.flatMap(toolset =>
		toolset.onByDefault ? toolset.tools.filter(tool => tool.listed !== false) : [],
	);
	expect(tools.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
	for (const { inputSchema, description } of tools) {
		expect(inputSchema).toMatchObject({ type: 'object', properties: { projectRoot: { type: 'string' } } });
		expect(description).toMatch(/\w/);
	}
	const others = [
		...toolsets.flatMap(toolset => toolset.tools.flatMap(tool => tool.aliases ?? [])),
		...dialects.flatMap(dialect => dialect.names.map(({ name }) => name)),
	].filter(name => name !== 'util_restart_vscode');
	for (const name of others) {
		expect(textOf(await call(http, name, { unheardOf: 1 }))).toMatch(/^\[E_INVALID_PARAMS\]/);
	}
});

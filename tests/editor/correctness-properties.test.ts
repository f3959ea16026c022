import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import { isErrorCode } from '@hawser/core/errors/error-codes.ts';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { CallToolResultSchema } from '@modelcontextprotocol/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, connectHttp, connectStdio, dataOf, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/**
 * The correctness properties of the design that began with renames over `registerTool` and HTTP, by their numbers. 4 (ports)
 * is held by the tests of the port policy, 11 (settings) and 13 (registration) by the tests of those parts.
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

/** Calls with arguments that are right, wrong, missing or unheard of. */
const anyCall = fc
	.constantFrom(
		...toolsets.flatMap(({ tools }) => tools).filter(({ effect, listed }) => effect === 'reads' && listed !== false),
	)
	.chain(tool => {
		const known = Object.keys(tool.inputJsonSchema['properties'] ?? {});
		const name = fc.oneof(
			{ weight: 4, arbitrary: fc.constantFrom('path', ...known) },
			{ weight: 1, arbitrary: fc.string() },
		);
		const value = fc.oneof(
			fc.constantFrom('src/cart.ts', 'src', 'package.json', 'none.ts', '', '..', 'Cart', 'total'),
			fc.integer({ min: -2, max: 30 }),
			fc.boolean(),
			fc.string(),
			fc.constant(null),
			fc.array(fc.string(), { maxLength: 2 }),
		);
		return fc.tuple(fc.constant(tool.name), fc.dictionary(name, value, { maxKeys: 4 }));
	});

test('1, 2, 8, 9, 12: every surface gives the same answer, in the form that MCP wants, and says in full what is wrong', async () => {
	await fc.assert(
		fc.asyncProperty(anyCall, async ([tool, input]) => {
			const answers = await Promise.all([call(http, tool, input), call(stdio, tool, input)]);
			for (const answer of answers) {
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
			const [first, second] = answers.map(answer => ({
				...answer,
				structuredContent: withoutMeta(envelopeOf(answer)),
			}));
			expect(first).toEqual(second);
		}),
		{ ...RUNS, numRuns: 120 },
	);
}, 600_000);

function withoutMeta(envelope: Envelope | undefined) {
	return envelope && { ...envelope, meta: undefined };
}

test('3: calls at the same time each get their own answer', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 5, maxLength: 30 }), async lines => {
			const answers = await Promise.all(
				lines.map((line, index) =>
					call(index % 2 === 0 ? http : stdio, 'file_read', { path: 'src/cart.ts', startLine: line, endLine: line }),
				),
			);
			expect(answers.map(answer => /: lines? (\d+) /.exec(textOf(answer))?.[1])).toEqual(lines.map(String));
		}),
		{ ...RUNS, numRuns: 20 },
	);
});

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
	const { tools } = await http.listTools();
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

import { join } from 'node:path';
import { toolsets } from '@hawser/core/all-toolsets.ts';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { eventually } from '../support/eventually.ts';
import { completeShop } from '../support/example-project.ts';
import { call, connectStdio, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** Each recipe is followed as a model would: tool by tool in the order of its text, by an agent that is shown the core alone. */
const workbench = useWorkbench({
	extensions: [join(ROOT, 'tests/projects/test-controllers')],
	env: { HAWSER_TEST_NODE: process.execPath },
});
const WAIT = 180_000;
const TOOLS = new Set<string>(toolsets.flatMap(toolset => toolset.tools.map(({ name }) => name)));
const READING = new Set<string>(
	toolsets.flatMap(({ tools }) =>
		tools.filter(({ effect }) => ['reads', 'queries'].includes(effect)).map(({ name }) => name),
	),
);

let open: OpenWindow;
let agent: Client;
let listed: Set<string>;

beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	completeShop(folder);
	writeFileIn(folder, 'src/main.js', MAIN_WITH_MISTAKE);
	open = await workbench().open(folder);
	agent = await connectStdio({ env: workbench().env, cwd: folder, client: 'codex-mcp-client' });
	listed = new Set((await agent.listTools()).tools.map(({ name }) => name));
});
afterAll(() => agent.close());

const MAIN_WITH_MISTAKE = `function total(list) {
	let sum = 1;
	for (const price of list) {
		sum += price;
	}
	return sum;
}

module.exports = { total };
`;

type Input = Record<string, unknown>;

/** The text of the recipe, and its tools in the order in which it names them. */
async function recipe(name: string, given: Record<string, string> = {}): Promise<string[]> {
	const { messages } = await agent.getPrompt({ name, arguments: given });
	const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
	const steps = text.split('\n').slice(1, -1).join('\n');
	return (steps.match(/\b[a-z]+_[a-z_]+\b/g) ?? []).filter(word => TOOLS.has(word));
}

/** Calls a tool directly where it is listed, else in the way that the last line of every recipe tells. */
async function follow(tool: string, input: Input): Promise<string> {
	const way = READING.has(tool) ? 'tool_read' : 'tool_call';
	const result = await (listed.has(tool) ? call(agent, tool, input) : call(agent, way, { tool, arguments: input }));
	const text = textOf(result);
	expect(result.isError, `${tool}: ${text}`).toBeFalsy();
	return text;
}

/** Makes every call of the recipe; the inputs are those that the answers so far would give a model. */
async function followAll(
	tools: readonly string[],
	inputs: readonly (readonly [tool: string, input: Input])[],
): Promise<string[]> {
	expect(inputs.map(([tool]) => tool)).toEqual(tools);
	const texts: string[] = [];
	for (const [tool, input] of inputs) {
		texts.push(await follow(tool, input));
	}
	return texts;
}

test(
	'test_failure leads to the value that is wrong',
	async () => {
		const tools = await recipe('test_failure', { test: 'prices are added' });
		await eventually(async () =>
			expect(await follow('test_run', { query: 'prices are added' })).toContain('main.test.js'),
		);
		const [failure, source, , , value] = await followAll(tools, [
			['test_run', { query: 'prices are added' }],
			['symbol_definition', { path: 'src/main.test.js', line: 6, symbol: 'total' }],
			['breakpoint_set', { path: 'src/main.js', line: 6 }],
			['test_debug_single', { path: 'src/main.test.js', line: 5 }],
			['debug_evaluate', { expression: 'sum' }],
			['debug_stop', {}],
			['breakpoint_clear_project', {}],
			['test_run', { failed: true }],
		]);
		expect(failure).toContain('1 failed');
		expect(source).toContain('let sum = 1;');
		expect(value).toContain('4');
	},
	WAIT,
);

test(
	'fix_problems finds the error and the fixes for it',
	async () => {
		const tools = await recipe('fix_problems', { path: 'src' });
		writeFileIn(open.folder, 'src/broken.ts', 'export const cart = new Cart();\n');
		await eventually(async () =>
			expect(await follow('diagnostic_list', { path: 'src' })).toContain('src/broken.ts\n1:'),
		);
		const fix = { path: 'src/broken.ts', line: 1, title: 'import from' };
		const [status, problems, , applied, left] = await followAll(tools, [
			['git_status', {}],
			['diagnostic_list', { path: 'src' }],
			['code_actions', { path: 'src/broken.ts', line: 1 }],
			['code_action_apply', fix],
			['diagnostic_list', { path: 'src/broken.ts' }],
			['test_run', { path: 'src' }],
		]);
		expect(status).toContain('src/broken.ts');
		expect(problems).toContain("Cannot find name 'Cart'");
		expect(applied).toContain('src/broken.ts');
		expect(left).toContain('No problems');
	},
	WAIT,
);

test(
	'rename_safely renames everywhere and finds what still says the old name',
	async () => {
		writeFileIn(open.folder, 'notes.md', 'addTax is explained here.\n');
		const address = { path: 'src/cart.ts', symbol: 'addTax', newName: 'withTax' };
		const [, taken, planned, , , rest] = await followAll(
			await recipe('rename_safely', { symbol: 'addTax', newName: 'withTax' }),
			[
				['symbol_search', { query: 'addTax' }],
				['symbol_search', { query: 'withTax' }],
				['symbol_rename', { ...address, preview: true }],
				['symbol_rename', address],
				['diagnostic_list', {}],
				['text_search', { query: 'addTax', word: true }],
			],
		);
		expect(taken).toMatch(/no symbol/i);
		expect(planned).toContain('5');
		expect(rest).toContain('notes.md');
		expect(rest).not.toContain('cart.ts');
	},
	WAIT,
);

test(
	'explain_selection starts from what the user has selected',
	async () => {
		await call(agent, 'editor_open', { path: 'src/cart.ts', line: 20, column: 3, endLine: 20, endColumn: 23 });
		const [context, , , callers, history] = await followAll(await recipe('explain_selection'), [
			['editor_context', { includeText: true }],
			['symbol_hover', { path: 'src/cart.ts', symbol: 'withTax' }],
			['symbol_definition', { path: 'src/cart.ts', symbol: 'withTax' }],
			['symbol_calls', { path: 'src/cart.ts', symbol: 'Cart.total' }],
			['git_blame', { path: 'src/cart.ts', startLine: 20, endLine: 20 }],
		]);
		expect(context).toContain('total');
		expect(callers).toContain('checkout.ts');
		expect(history).toContain('20');
	},
	WAIT,
);

test(
	'ask_database answers from the rows',
	async () => {
		const [, , schema, rows] = await followAll(
			await recipe('ask_database', { question: 'What was the largest order?' }),
			[
				['database_list', {}],
				['database_tables', {}],
				['database_schema', { table: 'orders' }],
				['database_query', { sql: 'select max(total) from orders limit 1' }],
			],
		);
		expect(schema).toContain('total');
		expect(rows).toContain('30');
	},
	WAIT,
);

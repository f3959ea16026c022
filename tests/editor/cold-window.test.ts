import { expect, test } from 'vitest';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';

/** Each test opens a window of its own and asks at once: nothing was shown, nothing is loaded. */
const workbench = useWorkbench();

async function askColdWindow(name: string, tool: string, input: Record<string, unknown>) {
	const { window, entry } = await workbench().open(workbench().copyProject('shop', name));
	const client = await connectHttp(entry);
	const result = await call(client, tool, input);
	const tabs = await window.evaluate('return vscode.window.tabGroups.all.flatMap(group => group.tabs).length');
	await client.close();
	await window.close();
	return { result, tabs };
}

test('diagnostic_list finds the type error in a file that was never shown, and shows nothing', async () => {
	const { result, tabs } = await askColdWindow('cold-1', 'diagnostic_list', { path: 'src/checkout.ts' });
	expect(result.structuredContent).toMatchObject({
		ok: true,
		data: {
			freshness: 'fresh',
			total: 1,
			problems: [{ path: 'src/checkout.ts', line: 8, column: 7, severity: 'error', source: 'ts', code: '2322' }],
		},
	});
	expect(tabs).toBe(0);
});

test('diagnostic_list says clean of a clean file only after it was checked', async () => {
	const { result } = await askColdWindow('cold-2', 'diagnostic_list', { path: 'src/cart.ts' });
	expect(result.structuredContent).toMatchObject({ data: { freshness: 'fresh', total: 0, checkedFiles: 1 } });
});

test('symbol_references finds all references', async () => {
	const { result } = await askColdWindow('cold-3', 'symbol_references', { path: 'src/cart.ts', symbol: 'addTax' });
	expect(result.structuredContent).toMatchObject({ data: { freshness: 'fresh', total: 5, totalFiles: 2 } });
	expect(textOf(result)).toBe(
		[
			'src/cart.ts',
			'7: export function addTax(net: number, rate = 0.2): number {',
			'20 Cart.total: return addTax(net);',
			'src/checkout.ts',
			"1: import { addTax, Cart } from './cart.js';",
			'6: const shipping = addTax(4.5);',
			'10: console.log(label, shipping, addTax(1));',
		].join('\n'),
	);
});

test('symbol_references finds them from a file that only uses the symbol', async () => {
	const { result } = await askColdWindow('cold-4', 'symbol_references', { path: 'src/checkout.ts', symbol: 'total' });
	expect(result.structuredContent).toMatchObject({ data: { freshness: 'fresh', total: 2, totalFiles: 2 } });
});

test('symbol_outline gives the tree', async () => {
	const { result } = await askColdWindow('cold-5', 'symbol_outline', { path: 'src/cart.ts', depth: 1 });
	expect(textOf(result)).toBe('src/cart.ts: 11 symbols\ninterface Item  1-5\nfunction addTax  7-9\nclass Cart  11-22');
});

test('terminal_run runs the command in the shell of the user, which VS Code does not tell at once', async () => {
	const { result } = await askColdWindow('cold-6', 'terminal_run', { command: 'echo ahoy from $0' });
	expect(textOf(result)).toMatch(/ahoy from \S*bash/);
});

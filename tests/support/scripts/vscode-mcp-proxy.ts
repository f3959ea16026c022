import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Step } from './script.ts';

/** The four tools of VSCode MCP Proxy with the inputs of its design, right and wrong. */
export function vscodeMcpProxyScript(folder: string): readonly Step[] {
	const uri = (name: string) => pathToFileURL(join(folder, name)).href;
	const rename = (from: string, to: string, says: Step['says'], more: Partial<Step> = {}): Step => ({
		...{ tool: 'rename_file', input: { oldUri: uri(from), newUri: uri(to) }, says },
		...more,
	});
	const setting = (key: string, value: unknown, scope: 'workspace' | 'user'): readonly Step[] => [
		{ tool: 'set_setting', input: { key, value, scope }, says: { key, value, scope, success: true } },
		{ tool: 'get_setting', input: { key, scope }, says: { key, value, scope } },
	];
	return [
		rename('src/cart.ts', 'src/basket.ts', /^Renamed file:.*cart\.ts to file:.*basket\.ts/),
		rename('src/basket.ts', 'src/cart.ts', /^Renamed file:.*basket\.ts to file:.*cart\.ts/),
		rename('src/none.ts', 'src/other.ts', /^Error: /, { fails: true }),
		rename('src/cart.ts', 'src/checkout.ts', /^Error: /, { fails: true }),
		{ tool: 'rename_file', input: { oldUri: uri('src/cart.ts') }, says: /^Validation error: .*newUri/, fails: true },
		{ tool: 'rename_file', input: { oldUri: 7, newUri: 8 }, says: /^(?:Validation e|E)rror: /, fails: true },
		{
			tool: 'rename_symbol',
			input: { fileUri: uri('src/cart.ts'), originalName: 'addTax', newName: 'withTax' },
			says: /addTax.*withTax/,
			patient: true,
		},
		{
			tool: 'rename_symbol',
			input: { fileUri: uri('src/cart.ts'), originalName: 'withTax', newName: 'addTax' },
			says: /withTax.*addTax/,
			patient: true,
		},
		{
			tool: 'rename_symbol',
			input: { fileUri: uri('src/cart.ts'), originalName: 'noSuchSymbol', newName: 'x' },
			says: /^Error: .*noSuchSymbol/,
			fails: true,
		},
		{ tool: 'rename_symbol', input: { fileUri: uri('src/cart.ts') }, says: /^Validation error: /, fails: true },
		{ tool: 'get_setting', input: { key: 'editor.tabSize' }, says: { key: 'editor.tabSize', value: 4 } },
		...setting('editor.tabSize', 2, 'workspace'),
		...setting('editor.wordWrap', 'on', 'workspace'),
		...setting('editor.rulers', [80, 100], 'workspace'),
		...setting('editor.fontSize', 13, 'user'),
		{ tool: 'get_setting', input: { key: 'no.such.setting' }, says: /^Error: /, fails: true },
		{ tool: 'get_setting', input: {}, says: /^Validation error: .*key/, fails: true },
		{
			tool: 'get_setting',
			input: { key: 'editor.tabSize', scope: 'galaxy' },
			says: /^Validation error: /,
			fails: true,
		},
		{ tool: 'set_setting', input: { key: 'editor.tabSize', value: 'wide' }, says: /rror: /, fails: true },
		{ tool: 'set_setting', input: { key: 'no.such.setting', value: 1 }, says: /^Error: /, fails: true },
	];
}

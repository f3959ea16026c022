import { z } from 'zod';
import { type Dialect, defineOtherName } from '../contract/dialect.ts';
import { vscodeMcpProxyFormat } from './vscode-mcp-proxy-format.ts';

const scope = z.enum(['workspace', 'user']).default('workspace');

/** The tools of VSCode MCP Proxy, which name files by URI. */
export const vscodeMcpProxy: Dialect = {
	name: 'vscode-mcp-proxy',
	title: 'VSCode MCP Proxy',
	format: vscodeMcpProxyFormat,
	names: [
		defineOtherName({
			name: 'rename_file',
			title: 'Rename file',
			description: 'Rename or move a file, and update the imports that name it.',
			tools: ['file_rename'],
			input: z.strictObject({
				oldUri: z.string().min(1).describe('The file, as a file: URI.'),
				newUri: z.string().min(1).describe('Where it goes, as a file: URI.'),
			}),
			translate: ({ oldUri, newUri }) => ({ tool: 'file_rename', input: { from: oldUri, to: newUri } }),
		}),
		defineOtherName({
			name: 'rename_symbol',
			title: 'Rename symbol',
			description: 'Rename a symbol, and all references to it in the project.',
			tools: ['symbol_rename'],
			input: z.strictObject({
				fileUri: z.string().min(1).optional().describe('A file that declares or mentions the symbol, as a file: URI.'),
				originalName: z.string().min(1).optional().describe('The present name.'),
				path: z.string().min(1).optional().describe('Instead of fileUri.'),
				symbol: z.string().min(1).optional().describe('Instead of originalName.'),
				line: z.int().positive().optional().describe('1-based line, where the name is not unique.'),
				column: z.int().positive().optional().describe('1-based column.'),
				newName: z.string().min(1).describe('The new name.'),
				preview: z.boolean().optional().describe('Only tell what would change.'),
			}),
			spellings: { new_name: 'newName' },
			translate: ({ fileUri, originalName, path = fileUri, symbol = originalName, ...rest }) => ({
				tool: 'symbol_rename',
				input: { path, ...(symbol !== undefined && { symbol }), ...rest },
			}),
		}),
		defineOtherName({
			name: 'get_setting',
			title: 'Get setting',
			description: 'Read a setting of VS Code.',
			tools: ['setting_get'],
			input: z.strictObject({
				key: z.string().min(1).describe('section.key'),
				scope: scope.describe('Whose value; the workspace falls back to the user, and both to the default.'),
			}),
			translate: input => ({ tool: 'setting_get', input }),
		}),
		defineOtherName({
			name: 'set_setting',
			title: 'Set setting',
			description: 'Change a setting of VS Code.',
			tools: ['setting_set'],
			input: z.strictObject({
				key: z.string().min(1).describe('section.key'),
				value: z.unknown().describe('The new value.'),
				scope: scope.describe('Where to write it.'),
			}),
			translate: input => ({ tool: 'setting_set', input }),
		}),
	],
};

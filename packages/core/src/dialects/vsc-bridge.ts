import { z } from 'zod';
import { type Dialect, defineOtherName } from '../contract/dialect.ts';
import { ToolError } from '../errors/tool-error.ts';
import { readNodeId } from '../input/argument-words.ts';
import { unlisted } from '../input/unlisted-arguments.ts';
import { vscBridgeFormat } from './vsc-bridge-format.ts';

const address = {
	nodeId: z.string().optional().describe('type:path:Qualified.Name, instead of path and symbol.'),
	path: z.string().min(1).optional().describe('A file that declares the symbol.'),
	symbol: z.string().min(1).optional().describe('Its name, such as Cart.total.'),
};

const withoutEffect = z.boolean().optional().describe('Accepted, without effect.');

interface Address {
	nodeId?: string | undefined;
	path?: string | undefined;
	symbol?: string | undefined;
}

function toSymbol({ nodeId, path, symbol }: Address): { path: string; symbol: string } {
	const found = { path, symbol, ...readNodeId(nodeId) };
	if (found.path === undefined || found.symbol === undefined) {
		throw new ToolError('E_INVALID_PARAMS', 'Say which symbol: give "nodeId", or "path" and "symbol".');
	}
	return { path: found.path, symbol: found.symbol };
}

/** The tools of VSC-Bridge that are called otherwise with us, or take other arguments; the rest are aliases of ours. */
export const vscBridge: Dialect = {
	name: 'vsc-bridge',
	title: 'VSC-Bridge',
	format: vscBridgeFormat,
	names: [
		defineOtherName({
			name: 'diagnostic_collect',
			title: 'Collect diagnostics',
			description:
				'Gives the problems of a file, a folder or the project, with facts about the system and the debugger.',
			tools: ['diagnostic_list'],
			input: z.strictObject({
				path: z.string().min(1).optional().describe('File or folder; the whole project unless given.'),
				severity: unlisted(z.string().optional()),
				source: unlisted(z.string().optional()),
				limit: unlisted(z.int().optional()),
				offset: unlisted(z.int().optional()),
			}),
			translate: input => ({ tool: 'diagnostic_list', input: { ...input, facts: true } }),
		}),
		defineOtherName({
			name: 'symbol_navigate',
			title: 'Navigate symbol',
			description: 'Find the references or the implementations of a symbol.',
			tools: ['symbol_references', 'symbol_definition'],
			input: z.strictObject({
				...address,
				action: z.enum(['references', 'implementations']).default('references').describe('What to find.'),
				includeDeclaration: z.boolean().optional().describe('Count the declaration as a reference.'),
				enrichWithFlowspaceIds: withoutEffect,
			}),
			translate: ({ action, includeDeclaration, enrichWithFlowspaceIds: _, ...where }) =>
				action === 'references'
					? {
							tool: 'symbol_references',
							input: { ...toSymbol(where), ...(includeDeclaration !== undefined && { includeDeclaration }) },
						}
					: { tool: 'symbol_definition', input: { ...toSymbol(where), kind: 'implementation' } },
		}),
		defineOtherName({
			name: 'search_symbol_search',
			title: 'Search symbols',
			description: 'Find symbols by name in all files, or outline one file.',
			tools: ['symbol_search', 'symbol_outline'],
			input: z.strictObject({
				query: z.string().default('').describe('Part of a name.'),
				mode: z.enum(['workspace', 'document']).default('workspace').describe('Search all files, or outline one.'),
				path: z.string().min(1).optional().describe('The file, for mode "document".'),
				kinds: z.string().optional().describe('Kinds of symbols, separated by commas.'),
				limit: z.int().positive().max(1000).default(100).describe('Symbols in the answer.'),
				includeLocation: withoutEffect,
				includeContainer: withoutEffect,
			}),
			translate({ query, mode, path, kinds, limit }) {
				if (mode === 'document') {
					if (path === undefined) {
						throw new ToolError('E_INVALID_PARAMS', 'The mode "document" needs "path".');
					}
					return { tool: 'symbol_outline', input: { path } };
				}
				const listed = kinds?.split(',').map(kind => kind.trim().toLowerCase());
				return { tool: 'symbol_search', input: { query, limit, ...(listed && { kinds: listed }) } };
			},
		}),
		defineOtherName({
			name: 'code_replace_method',
			title: 'Replace method',
			description: 'Replace a whole declaration, signature and body; an empty text deletes it.',
			tools: ['symbol_replace'],
			input: z.strictObject({
				...address,
				replacement: z.string().describe('The new declaration; empty deletes it.'),
			}),
			translate: ({ replacement, ...where }) => ({
				tool: 'symbol_replace',
				input: { ...toSymbol(where), text: replacement },
			}),
		}),
	],
};

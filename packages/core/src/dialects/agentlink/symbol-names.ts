import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';
import { ToolError } from '../../errors/tool-error.ts';

const number = z.coerce.number().int();

const place = {
	path: z.string().min(1).describe('Absolute path, or relative to the workspace.'),
	line: number.positive().describe('1-based line.'),
	column: number.positive().describe('1-based column.'),
};

function definitionName(name: string, title: string, kind: 'definition' | 'implementation' | 'type'): OtherName {
	return defineOtherName({
		name,
		title,
		description: `Find the ${kind} of the symbol at a place.`,
		tools: ['symbol_definition'],
		input: z.strictObject(place),
		translate: input => ({ tool: 'symbol_definition', input: { ...input, kind } }),
	});
}

export const symbolNames: readonly OtherName[] = [
	definitionName('go_to_definition', 'Go to definition', 'definition'),
	definitionName('go_to_implementation', 'Go to implementation', 'implementation'),
	definitionName('go_to_type_definition', 'Go to type definition', 'type'),
	defineOtherName({
		name: 'get_references',
		title: 'References',
		description: 'Find all references to the symbol at a place.',
		tools: ['symbol_references'],
		input: z.strictObject({
			...place,
			include_declaration: z.boolean().default(true).describe('Count the declaration too.'),
		}),
		translate: ({ include_declaration: includeDeclaration, ...where }) => ({
			tool: 'symbol_references',
			input: { ...where, includeDeclaration, ends: true, limit: 1000 },
		}),
	}),
	defineOtherName({
		name: 'get_symbols',
		title: 'Symbols',
		description: 'Get the symbols of a file, or find symbols of the workspace by name.',
		tools: ['symbol_outline', 'symbol_search'],
		input: z.strictObject({
			path: place.path.optional(),
			query: z.string().min(1).optional().describe('Part of a name, instead of path.'),
		}),
		translate({ path, query }) {
			if (path !== undefined) {
				return { tool: 'symbol_outline', input: { path } };
			}
			if (query === undefined) {
				throw new ToolError('E_INVALID_PARAMS', 'Give "path" or "query".');
			}
			return { tool: 'symbol_search', input: { query } };
		},
	}),
	defineOtherName({
		name: 'get_hover',
		title: 'Hover',
		description: 'Get type and documentation of the symbol at a place.',
		tools: ['symbol_hover'],
		input: z.strictObject(place),
		translate: input => ({ tool: 'symbol_hover', input }),
	}),
	defineOtherName({
		name: 'get_completions',
		title: 'Completions',
		description: 'Get what can be written at a place.',
		tools: ['code_completions'],
		input: z.strictObject({ ...place, limit: number.positive().max(500).default(50).describe('Items in the answer.') }),
		translate: input => ({ tool: 'code_completions', input }),
	}),
	defineOtherName({
		name: 'get_code_actions',
		title: 'Code actions',
		description: 'Get the quick fixes and refactorings for a place or a range.',
		tools: ['code_actions'],
		input: z.strictObject({
			...place,
			end_line: number.positive().optional().describe('Last line of the range.'),
			end_column: number.positive().optional().describe('Column after the range.'),
			kind: z.string().min(1).optional().describe('Such as quickfix or refactor.extract.'),
		}),
		translate: ({ end_line: endLine, end_column: endColumn, ...rest }) => ({
			tool: 'code_actions',
			input: { ...rest, ...(endLine !== undefined && { endLine }), ...(endColumn !== undefined && { endColumn }) },
		}),
	}),
	defineOtherName({
		name: 'apply_code_action',
		title: 'Apply a code action',
		description: 'Make one of the changes that get_code_actions gave.',
		tools: ['code_action_apply'],
		input: z.strictObject({ index: z.string().min(1).describe('The index that get_code_actions gave.') }),
		translate: ({ index }) => ({ tool: 'code_action_apply', input: { id: index } }),
	}),
	defineOtherName({
		name: 'get_call_hierarchy',
		title: 'Call hierarchy',
		description: 'Get who calls the function at a place, or whom it calls.',
		tools: ['symbol_calls'],
		input: z.strictObject({
			...place,
			direction: z.enum(['incoming', 'outgoing']).describe('Callers, or what it calls.'),
			max_depth: number.positive().max(3).default(1).describe('Steps to follow.'),
		}),
		translate: ({ max_depth: depth, ...rest }) => ({ tool: 'symbol_calls', input: { ...rest, depth } }),
	}),
	defineOtherName({
		name: 'get_type_hierarchy',
		title: 'Type hierarchy',
		description: 'Get the types above or below the one at a place.',
		tools: ['symbol_types'],
		input: z.strictObject({
			...place,
			direction: z.enum(['supertypes', 'subtypes']).describe('Above, or below.'),
			max_depth: number.positive().max(5).default(2).describe('Steps to follow.'),
		}),
		translate: ({ max_depth: depth, ...rest }) => ({ tool: 'symbol_types', input: { ...rest, depth } }),
	}),
	defineOtherName({
		name: 'get_inlay_hints',
		title: 'Inlay hints',
		description: 'Get inferred types and names of parameters that the editor shows between the code.',
		tools: ['code_inlay_hints'],
		input: z.strictObject({
			path: place.path,
			start_line: number.positive().optional().describe('First line.'),
			end_line: number.positive().optional().describe('Last line.'),
		}),
		translate: ({ path, start_line: startLine, end_line: endLine }) => ({
			tool: 'code_inlay_hints',
			input: { path, ...(startLine !== undefined && { startLine }), ...(endLine !== undefined && { endLine }) },
		}),
	}),
];

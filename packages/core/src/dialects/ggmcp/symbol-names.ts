import { z } from 'zod';
import { defineOtherName, type OtherName, type TranslatedCall } from '../../contract/dialect.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { pathInProject, toPath } from './project-path.ts';

/** The tools behind these want whole numbers and say so. */
const zeroBased = z.number().nonnegative();

/** The number that symbol_references gives at once. */
const REFERENCES = 1000;

export const symbolNames: readonly OtherName[] = [
	defineOtherName({
		name: 'get_symbols_in_file',
		title: 'Symbols of a file',
		description: 'Get all symbols defined in the file (functions, classes, variables, etc.).',
		tools: ['symbol_outline'],
		input: z.strictObject({
			pathInProject: pathInProject.describe('Path to the file to analyze, relative to project root.'),
		}),
		translate: (input, view) => ({
			tool: 'symbol_outline',
			input: { path: toPath(input.pathInProject, view), columns: true },
		}),
	}),
	defineOtherName({
		name: 'find_references',
		title: 'Find references',
		description: 'Find all reference locations of a symbol.',
		tools: ['symbol_references'],
		input: z.strictObject({
			pathInProject: pathInProject.describe('Path to the file containing the symbol, relative to project root.'),
			line: zeroBased.describe('The line number where the symbol is located (0-based).'),
			character: zeroBased.describe('The character position where the symbol is located (0-based).'),
		}),
		translate: ({ pathInProject: path, line, character }, view) => ({
			tool: 'symbol_references',
			input: { path: toPath(path, view), line: line + 1, column: character + 1, ends: true, limit: REFERENCES },
		}),
	}),
	defineOtherName({
		name: 'refactor_code_at_location',
		title: 'Refactor',
		description:
			'Perform code refactoring at a specific location. Supports rename, extract function, extract variable, and other operations.',
		tools: ['symbol_rename', 'code_action_apply'],
		input: z.strictObject({
			pathInProject: pathInProject.describe('Path to the file to refactor, relative to project root.'),
			line: zeroBased.describe('The line number where to apply refactoring (0-based).'),
			character: zeroBased.describe('The character position where to apply refactoring (0-based).'),
			refactorType: z
				.string()
				.min(1)
				.describe('The type of refactoring to apply (e.g., "rename", "extract_function", "extract_variable").'),
			options: z
				.strictObject({
					newName: z.string().min(1).optional().describe('The new name for the renamed symbol.'),
					endLine: unlisted(zeroBased.optional().describe('0-based last line of the code to extract.')),
					endCharacter: unlisted(zeroBased.optional().describe('0-based column after its last character.')),
				})
				.optional()
				.describe('Additional options for the refactoring.'),
		}),
		translate: ({ pathInProject: path, ...request }, view) => refactoring(toPath(path, view), request),
	}),
];

const ACTION_KINDS = new Map([
	['extract_function', 'refactor.extract.function'],
	['extract_method', 'refactor.extract.function'],
	['extract_variable', 'refactor.extract.constant'],
	['extract_constant', 'refactor.extract.constant'],
	['inline', 'refactor.inline'],
	['organize_imports', 'source.organizeImports'],
]);

interface Refactoring {
	line: number;
	character: number;
	refactorType: string;
	options?:
		| { newName?: string | undefined; endLine?: number | undefined; endCharacter?: number | undefined }
		| undefined;
}

function refactoring(path: string, { line, character, refactorType, options = {} }: Refactoring): TranslatedCall {
	const { newName, endLine, endCharacter } = options;
	const start = { path, line: line + 1, column: character + 1 };
	if (refactorType === 'rename') {
		return { tool: 'symbol_rename', input: { ...start, newName } };
	}
	const kind = ACTION_KINDS.get(refactorType);
	// The document knows no end, and at a bare position hardly anything can be extracted.
	const end =
		endLine === undefined ? { orWholeLine: true } : { endLine: endLine + 1, endColumn: (endCharacter ?? 0) + 1 };
	return { tool: 'code_action_apply', input: { ...start, ...end, ...(kind ? { kind } : { title: refactorType }) } };
}

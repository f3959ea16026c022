import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { readSearchBlocks } from './search-blocks.ts';

const path = z.string().min(1).describe('Absolute path, or relative to the workspace.');
const number = z.coerce.number().int();

/** The deepest listing, as the tool has it. */
const MAX_DEPTH = 10;

export const fileNames: readonly OtherName[] = [
	defineOtherName({
		name: 'handshake',
		title: 'Handshake',
		description: 'Check that this is the window of the working directories.',
		tools: ['window_status'],
		input: z.strictObject({ working_directories: z.array(z.string()).describe('Absolute paths.') }),
		translate: () => ({ tool: 'window_status', input: {} }),
	}),
	defineOtherName({
		name: 'read_file',
		title: 'Read a file',
		description: 'Read a file with line numbers, unsaved edits included.',
		tools: ['file_read'],
		input: z.strictObject({
			path,
			offset: number.positive().default(1).describe('First line (1-based).'),
			limit: number.positive().default(2000).describe('Lines to read.'),
			include_symbols: unlisted(z.boolean().optional().describe('Accepted, without effect: see get_symbols.')),
		}),
		translate: ({ path: file, offset, limit }) => ({
			tool: 'file_read',
			input: { path: file, startLine: offset, endLine: offset + limit - 1 },
		}),
	}),
	defineOtherName({
		name: 'list_files',
		title: 'List files',
		description: 'List the files and folders of a folder; what .gitignore names is left out.',
		tools: ['file_list'],
		input: z.strictObject({
			path,
			recursive: z.boolean().default(false).describe('Also what lies in its folders.'),
			depth: number.positive().max(MAX_DEPTH).optional().describe('How deep, with recursive.'),
			pattern: z.string().min(1).optional().describe('Only files that match this glob.'),
		}),
		translate: ({ path: folder, recursive, depth = MAX_DEPTH, pattern }) => ({
			tool: 'file_list',
			input: {
				path: folder,
				depth: recursive ? depth : 1,
				limit: 1000,
				...(pattern !== undefined && { glob: pattern }),
			},
		}),
	}),
	defineOtherName({
		name: 'search_files',
		title: 'Search files',
		description: 'Search files with a regular expression, unsaved edits included.',
		tools: ['text_search'],
		input: z.strictObject({
			path,
			regex: z.string().min(1).describe('Regular expression.'),
			file_pattern: z.string().min(1).optional().describe('Only files that match this glob.'),
			context: number.nonnegative().max(5).default(1).describe('Lines around each match.'),
			case_insensitive: z.boolean().default(false).describe('Capitals do not count.'),
			max_results: number.positive().default(300).describe('Matches in the answer.'),
			offset: number.nonnegative().default(0).describe('Matches to skip.'),
			output_mode: z.enum(['content', 'files_with_matches', 'count']).default('content').describe('What to tell.'),
			multiline: unlisted(
				z.boolean().optional().describe('Accepted, without effect: a line break in regex is enough.'),
			),
		}),
		translate: ({ path: folder, regex, file_pattern: pattern, context, case_insensitive: anyCase, ...rest }) => ({
			tool: 'text_search',
			input: {
				...{ query: regex, regex: true, case: anyCase ? 'insensitive' : 'sensitive' },
				...searchedPlace(folder, pattern),
				...{ context, limit: rest.max_results, offset: rest.offset, filesOnly: rest.output_mode !== 'content' },
			},
		}),
	}),
	defineOtherName({
		name: 'get_diagnostics',
		title: 'Diagnostics',
		description: 'Get the problems of a file, a folder or the workspace.',
		tools: ['diagnostic_list'],
		input: z.strictObject({
			path: path.optional(),
			severity: z.string().min(1).optional().describe('Kinds, separated by commas: error, warning, info, hint.'),
			source: z.string().min(1).optional().describe('Such as ts or eslint.'),
		}),
		translate: ({ severity, ...rest }) => ({
			tool: 'diagnostic_list',
			input: { ...rest, limit: 1000, severity: leastSevere(severity) },
		}),
	}),
	defineOtherName({
		name: 'write_file',
		title: 'Write a file',
		description: 'Create a file or replace its text through the editor, and save it.',
		tools: ['file_write'],
		input: z.strictObject({ path, content: z.string().describe('The whole text.') }),
		translate: ({ path: file, content }) => ({ tool: 'file_write', input: { path: file, text: content } }),
	}),
	defineOtherName({
		name: 'apply_diff',
		title: 'Edit a file',
		description: 'Replace pieces of a file, given as SEARCH and REPLACE blocks.',
		tools: ['file_edit'],
		input: z.strictObject({
			path,
			diff: z
				.string()
				.min(1)
				.describe('Blocks: <<<<<<< SEARCH, old lines, ======= DIVIDER =======, new lines, >>>>>>> REPLACE.'),
		}),
		translate: ({ path: file, diff }) => ({ tool: 'file_edit', input: { path: file, edits: readSearchBlocks(diff) } }),
	}),
	defineOtherName({
		name: 'find_and_replace',
		title: 'Find and replace',
		description: 'Replace a text in one file, or in all files that match a glob.',
		tools: ['text_replace'],
		input: z.strictObject({
			find: z.string().min(1).describe('Text, or a regular expression with regex.'),
			replace: z.string().describe('What to put there.'),
			path: path.optional().describe('One file or folder.'),
			glob: z.string().min(1).optional().describe('Instead of path.'),
			regex: z.boolean().default(false).describe('The text is a regular expression.'),
		}),
		translate: ({ find, replace, path: file, glob, regex }) => ({
			tool: 'text_replace',
			input: {
				...{ query: find, replacement: replace, regex, case: 'sensitive' },
				...((file ?? glob) !== undefined && { include: file ?? glob }),
			},
		}),
	}),
	defineOtherName({
		name: 'open_file',
		title: 'Open a file',
		description: 'Show a file in the editor, at a place or with a selection.',
		tools: ['editor_open'],
		input: z.strictObject({
			path,
			line: number.positive().optional().describe('1-based line.'),
			column: number.positive().optional().describe('1-based column.'),
			end_line: number.positive().optional().describe('Last line of the selection.'),
			end_column: number.positive().optional().describe('Column after the selection.'),
		}),
		translate: ({ end_line: endLine, end_column: endColumn, ...rest }) => ({
			tool: 'editor_open',
			input: { ...rest, ...(endLine !== undefined && { endLine }), ...(endColumn !== undefined && { endColumn }) },
		}),
	}),
	defineOtherName({
		name: 'show_notification',
		title: 'Show a notification',
		description: 'Show the user a message.',
		tools: ['editor_notify'],
		input: z.strictObject({
			message: z.string().min(1).describe('The message.'),
			type: z.enum(['info', 'warning', 'error']).default('info').describe('Its kind.'),
		}),
		translate: ({ message, type }) => ({ tool: 'editor_notify', input: { message, kind: type } }),
	}),
];

function searchedPlace(folder: string, pattern: string | undefined): { include?: string } {
	const base = folder.replace(/^\.\/?$/, '').replace(/\/$/, '');
	const include = base === '' ? pattern : pattern === undefined ? base : `${base}/**/${pattern}`;
	return include === undefined ? {} : { include };
}

const SEVERITIES = ['hint', 'information', 'warning', 'error'] as const;

function leastSevere(kinds: string | undefined): (typeof SEVERITIES)[number] {
	const wanted = kinds?.split(',').map(kind => kind.trim().replace(/^info$/, 'information'));
	return SEVERITIES.find(kind => wanted?.includes(kind)) ?? 'information';
}

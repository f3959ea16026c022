import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { pathInProject, toPath } from './project-path.ts';

/** As many as the tools give: there is no way to ask for the next page. */
const ALL = 10_000;

export const fileNames: readonly OtherName[] = [
	defineOtherName({
		name: 'get_file_text_by_path',
		title: 'Text of a file',
		description: 'Get the text content of a file using its path relative to the project root.',
		tools: ['file_read'],
		input: z.strictObject({
			pathInProject: pathInProject.describe('The path to the file, relative to project root.'),
			encoding: unlisted(z.string().optional().describe('Accepted, without effect: the editor knows it.')),
			maxCharacters: unlisted(z.int().positive().optional().describe('Characters of the text, at most.')),
		}),
		translate: (input, view) => ({ tool: 'file_read', input: { path: toPath(input.pathInProject, view) } }),
	}),
	defineOtherName({
		name: 'replace_file_text_by_path',
		title: 'Replace a file',
		description: 'Replace the entire content of a specified project file with new text.',
		tools: ['file_write'],
		input: z.strictObject({
			pathInProject: pathInProject.describe('The path to the target file, relative to project root.'),
			text: z.string().describe('The new content to write to the file.'),
		}),
		translate: ({ pathInProject: path, text }, view) => ({
			tool: 'file_write',
			input: { path: toPath(path, view), text, mode: 'replace', exact: true },
		}),
	}),
	defineOtherName({
		name: 'create_new_file_with_text',
		title: 'Create a file',
		description: 'Create a new file at the specified path in the project directory and populate it with content.',
		tools: ['file_write'],
		input: z.strictObject({
			pathInProject: pathInProject.describe('The relative path where the file should be created.'),
			text: z.string().describe('The content to write into the new file.'),
		}),
		translate: ({ pathInProject: path, text }, view) => ({
			tool: 'file_write',
			input: { path: toPath(path, view), text, mode: 'create' },
		}),
	}),
	defineOtherName({
		name: 'list_files_in_folder',
		title: 'List a folder',
		description: 'List all files and directories in the specified project folder.',
		tools: ['file_list'],
		input: z.strictObject({
			pathInProject: pathInProject.describe(
				'The path to the folder to list, relative to project root (use "/" for root).',
			),
		}),
		translate: (input, view) => ({
			tool: 'file_list',
			input: { path: toPath(input.pathInProject, view), ignored: true, limit: ALL },
		}),
	}),
	defineOtherName({
		name: 'search_in_files_content',
		title: 'Search in files',
		description: 'Search for a text substring within all files in the project.',
		tools: ['text_search'],
		input: z.strictObject({
			searchText: z.string().min(1).describe('The text to search for in files.'),
			caseSensitive: unlisted(z.boolean().default(false).describe('Whether capitals count.')),
		}),
		translate: ({ searchText, caseSensitive }) => ({
			tool: 'text_search',
			input: { query: searchText, case: caseSensitive ? 'sensitive' : 'insensitive', filesOnly: true, limit: ALL },
		}),
	}),
	defineOtherName({
		name: 'find_files_by_name_substring',
		title: 'Find files by name',
		description: 'Search for all files in the project whose names contain the specified substring.',
		tools: ['file_find'],
		input: z.strictObject({
			nameSubstring: z.string().min(1).describe('The substring to search for in file names.'),
		}),
		translate: ({ nameSubstring }) => ({ tool: 'file_find', input: { query: nameSubstring, limit: ALL } }),
	}),
];

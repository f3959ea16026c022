import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';
import { activePath } from './project-path.ts';

export const editorNames: readonly OtherName[] = [
	defineOtherName({
		name: 'get_open_in_editor_file_text',
		title: 'Text of the open file',
		description: 'Retrieve the complete text content of the file currently open in the editor.',
		tools: ['file_read'],
		input: z.strictObject({}),
		translate: (_, view) => ({ tool: 'file_read', input: { path: activePath(view) } }),
	}),
	defineOtherName({
		name: 'get_open_in_editor_file_path',
		title: 'Path of the open file',
		description: 'Get the absolute path of the file currently open in the editor.',
		tools: ['window_status'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'window_status', input: {} }),
	}),
	defineOtherName({
		name: 'replace_selected_text',
		title: 'Replace the selection',
		description: 'Replace the text currently selected in the editor.',
		tools: ['editor_replace_selection'],
		input: z.strictObject({ text: z.string().describe('The new text to replace the selection with.') }),
		translate: ({ text }) => ({ tool: 'editor_replace_selection', input: { text } }),
	}),
	defineOtherName({
		name: 'replace_current_file_text',
		title: 'Replace the open file',
		description: 'Replace the entire content of the file currently open in the editor.',
		tools: ['file_write'],
		input: z.strictObject({ text: z.string().describe('The new content for the file.') }),
		translate: ({ text }, view) => ({
			tool: 'file_write',
			input: { path: activePath(view), text, mode: 'replace', exact: true },
		}),
	}),
	defineOtherName({
		name: 'open_file_in_editor',
		title: 'Open a file',
		description: 'Open the specified file in the editor.',
		tools: ['editor_open'],
		input: z.strictObject({
			filePath: z
				.string()
				.min(1)
				.describe('The path of the file to open, can be absolute or relative to the project root.'),
		}),
		spellings: { pathInProject: 'filePath' },
		translate: ({ filePath }) => ({ tool: 'editor_open', input: { path: filePath } }),
	}),
];

import { z } from 'zod';
import { withProblemChanges } from '../../answers/problem-changes.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { renderWritten, writtenFile } from './written-file.ts';

export const fileWrite = defineTool({
	name: 'file_write',
	title: 'Write a file',
	description:
		'Creates a file or replaces its whole text through the editor, saves it, and tells which problems appeared. Encoding, line endings and the final line break are kept. Refused if the file has changed since you read it.',
	whenToUse: 'Use it for new files and complete rewrites; to change a part, use file_edit.',
	effect: 'edits',
	needs: ['documents', 'diagnostics', 'files'],
	asksUser: { path: 'path' },
	timeout: 120_000,

	example: { path: 'src/discount.ts', text: 'export const discount = 0.1;\n' },

	input: z.strictObject({
		path,
		text: z.string().describe('The whole new text.'),
		mode: z.enum(['create', 'replace']).optional().describe('Fail if the file exists, or if it does not.'),
		version: z.string().optional().describe('Version that file_read gave: fail if the file has changed since.'),
		exact: unlisted(z.boolean().default(false).describe('Add no final line break, and tell the size.')),
	}),

	output: z.object({
		created: z.boolean(),
		...writtenFile,
		bytes: unlisted(z.int().optional().describe('Size of the file.')),
	}),

	async run({ path, text, mode, version, exact }, { documents, diagnostics, files }, call) {
		const exists = await documents.exists(path);
		if (mode === 'replace' && !exists) {
			throw new ToolError('E_FILE_NOT_FOUND', `There is no file ${path} to replace.`, {
				hint: 'Leave mode out to create it.',
			});
		}
		const create = mode === 'create' || !exists;
		const { result, problems } = await withProblemChanges(diagnostics, [path], call, () =>
			create
				? documents.create(path, text, call)
				: documents.change(
						path,
						{ replaces: 'whole', version },
						present => (exact ? text : keepFinalBreak(present.text, text)),
						call,
					),
		);
		const [bytes] = exact ? await files.sizes([result.path]) : [];
		return { ...result, problems, ...(bytes !== undefined && { bytes }) };
	},

	render: written => [renderWritten(written.created ? 'Created' : 'Wrote', written)],
});

/** Agents leave the last line break out more often than they mean to. */
function keepFinalBreak(before: string, after: string): string {
	return before.endsWith('\n') && after !== '' && !after.endsWith('\n') ? `${after}\n` : after;
}

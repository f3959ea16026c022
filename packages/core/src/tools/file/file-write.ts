import { z } from 'zod';
import { withProblemChanges } from '../../answers/problem-changes.ts';
import { line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { renderWritten, writtenFile } from './written-file.ts';

export const fileWrite = defineTool({
	name: 'file_write',
	title: 'Write a file',
	searchHint: 'create new file save contents overwrite',
	description:
		'Creates a file or replaces its whole text through the editor, saves it, and tells which problems appeared. Encoding, line endings and the final line break are kept. Refused if the file has changed since you read it.',
	whenToUse: 'Use it for new files and complete rewrites; to change a part, use file_edit.',
	effect: 'edits',
	changesOnlyNamedFiles: true,
	reviewable: true,
	needs: ['documents', 'diagnostics', 'files'],
	asksUser: { path: 'path' },
	timeout: 120_000,

	example: { path: 'src/discount.ts', text: 'export const discount = 0.1;\n' },

	input: z.strictObject({
		path,
		text: z.string().describe('The whole new text.'),
		mode: z.enum(['create', 'replace']).optional().describe('Fail if the file exists, or if it does not.'),
		version: z.string().optional().describe('Version that file_read gave: fail if the file has changed since.'),
		lines: unlisted(
			z.strictObject({ from: line, to: line }).optional().describe('The text stands for these lines, to inclusive.'),
		),
		append: unlisted(z.boolean().default(false).describe('The text comes after that of the file.')),
		exact: unlisted(z.boolean().default(false).describe('Add no final line break, and tell the size.')),
	}),

	output: z.object({
		created: z.boolean(),
		...writtenFile,
		bytes: unlisted(z.int().optional().describe('Size of the file.')),
	}),

	async run({ path, text, mode, version, lines, append, exact }, { documents, diagnostics, files }, call) {
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
						{ replaces: lines || append ? 'parts' : 'whole', version },
						present => {
							if (append) {
								return present.text + text;
							}
							const whole = lines ? replaceLines(present.text, lines, text) : text;
							return exact ? whole : keepFinalBreak(present.text, whole);
						},
						call,
					),
		);
		const [bytes] = exact ? await files.sizes([result.path]) : [];
		return { ...result, problems, ...(bytes !== undefined && { bytes }) };
	},

	render: written => [renderWritten(written.created ? 'Created' : 'Wrote', written)],
});

function replaceLines(present: string, { from, to }: { from: number; to: number }, text: string): string {
	const all = present.split('\n');
	if (from > all.length || to < from) {
		const wrong = to < from ? 'The last line comes before the first.' : `The file has ${all.length} lines.`;
		throw new ToolError('E_INVALID_PARAMS', `There are no lines ${from} to ${to}. ${wrong}`);
	}
	const between = text.replace(/\n$/, '').split('\n');
	return [...all.slice(0, from - 1), ...between, ...all.slice(to)].join('\n');
}

/** Agents leave the last line break out more often than they mean to. */
function keepFinalBreak(before: string, after: string): string {
	return before.endsWith('\n') && after !== '' && !after.endsWith('\n') ? `${after}\n` : after;
}

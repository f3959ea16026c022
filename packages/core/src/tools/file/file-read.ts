import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { lineRange, plural } from '../../text/plural.ts';

/** A line that takes more of the answer than this is minified code or data; the head of it tells what it is. */
const LINES_AT_LEAST = 15;

export const fileRead = defineTool({
	name: 'file_read',
	title: 'Read a file',
	searchHint: 'cat contents text lines unsaved edits open buffer',
	description: 'Reads a text file as the editor sees it, edits that are not yet saved included, with line numbers.',
	whenToUse:
		'Use it instead of reading the disk, which lacks unsaved edits. Long files come in pages: ask on from nextLine.',
	effect: 'reads',
	needs: ['documents'],
	plainText: true,
	budget: 30_000,
	narrowBy: ['startLine', 'endLine'],

	example: { path: 'src/cart.ts', startLine: 1, endLine: 20 },

	input: z.strictObject({
		path,
		startLine: line.optional().describe('1-based first line; 1 unless given.'),
		endLine: line.optional().describe('1-based last line, inclusive.'),
	}),

	output: z.object({
		path: z.string(),
		language: z.string(),
		dirty: z.boolean(),
		encoding: z.string(),
		lineEnding: z.enum(['lf', 'crlf']),
		version: z.string().describe('Names this text; file_write and file_edit take it.'),
		totalLines: z.int(),
		startLine: z.int(),
		endLine: z.int(),
		text: z.string(),
		finalBreak: z.boolean().describe('Whether the file ends in a line break.'),
		nextLine: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
		longLines: z.array(z.int()).optional().describe('Lines of which only the start is given.'),
		notebook: z
			.enum(['saved', 'unsaved'])
			.optional()
			.describe('The file is a notebook; unsaved edits of its cells are not in the text.'),
	}),

	async run({ path, startLine = 1, endLine }, { documents }, { agent, signal, budget }) {
		const { text, ...facts } = await documents.read(path, signal);
		const lines = text.split('\n');
		// A file that ends in a line break has no further line after it, whatever split says.
		const totalLines = lines.at(-1) === '' ? lines.length - 1 : lines.length;
		if (startLine > Math.max(1, totalLines)) {
			throw new ToolError(
				'E_INVALID_LINE',
				`${facts.path} has ${plural(totalLines, 'line')}; line ${startLine} is past its end.`,
			);
		}
		if (endLine !== undefined && endLine < startLine) {
			throw new ToolError('E_INVALID_PARAMS', `endLine ${endLine} comes before startLine ${startLine}.`);
		}
		const lineShown = Math.round(budget / LINES_AT_LEAST);
		const last = Math.min(endLine ?? totalLines, totalLines);
		const asked = lines.slice(startLine - 1, last).map(content => content.slice(0, lineShown));
		// The rendering puts a number of up to eight characters before each line.
		const shown = takeWhileFits(asked, budget - 500, content => content.length + 8);
		const lastShown = startLine - 1 + shown.length;
		const longLines = shown.flatMap((_, index) => {
			const number = startLine + index;
			return (lines[number - 1]?.length ?? 0) > lineShown ? [number] : [];
		});
		await documents.shown(facts, { from: startLine, to: lastShown < totalLines ? lastShown : lines.length }, agent);
		return {
			...facts,
			totalLines,
			startLine,
			endLine: lastShown,
			text: shown.join('\n'),
			finalBreak: text.endsWith('\n'),
			...(lastShown < last && { nextLine: lastShown + 1 }),
			...(longLines.length > 0 && { longLines }),
		};
	},

	render(file) {
		const { startLine, endLine, totalLines, nextLine, longLines = [] } = file;
		const shownLines = totalLines === 0 ? 'no lines' : `${lineRange(startLine, endLine)} of ${totalLines}`;
		// Only what is out of the ordinary: the rest follows from the name.
		const facts = [
			file.encoding !== 'utf8' && file.encoding,
			file.lineEnding === 'crlf' && 'CRLF',
			`version ${file.version}`,
			file.dirty && 'unsaved edits',
		];
		const head = `${shownLines} (${facts.filter(Boolean).join(', ')})`;
		const width = String(endLine).length;
		const numbered =
			endLine < startLine
				? '(empty file)'
				: file.text
						.split('\n')
						.map((content, index) => `${String(startLine + index).padStart(width)} ${content}`)
						.join('\n');
		const notes = [
			file.notebook === 'saved' && '(A notebook: notebook_read gives its cells and outputs.)',
			file.notebook === 'unsaved' && '(A notebook with unsaved edits, which are not in this text: use notebook_read.)',
			longLines.length > 0 &&
				`(Only the start of ${longLines.length === 1 ? 'line' : 'lines'} ${longLines.join(', ')} is shown.)`,
			nextLine !== undefined && `(More: call again with startLine ${nextLine}.)`,
		];
		return [[head, numbered, ...notes.filter(note => note !== false)].join('\n')];
	},
});

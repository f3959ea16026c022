import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { line, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { BlameRun } from '../../ports/git.ts';
import { ref, shortHash } from './repository-parameter.ts';

const LINE_SHOWN = 300;
/** A long run comes in parts, so that a page can end within it. */
const RUN_SHOWN = 20;

export const gitBlame = defineTool({
	name: 'git_blame',
	title: 'Git blame',
	searchHint: 'who wrote this line author why annotate',
	description:
		'Tells for lines of a file which commit wrote them, who, when and why. Lines are those of the editor, unsaved edits included.',
	whenToUse: 'Use it to learn why a line is as it is; git_show then shows the commit.',
	effect: 'reads',
	needs: ['git'],
	plainText: true,
	narrowBy: ['startLine', 'endLine'],

	example: { path: 'src/checkout.ts', startLine: 1, endLine: 5 },

	input: z.strictObject({
		path,
		startLine: line.default(1).describe('1-based first line.'),
		endLine: line.optional().describe('1-based last line, inclusive.'),
		ref: ref.optional().describe('As of this commit, instead of now.'),
	}),

	output: z.object({
		path: z.string(),
		totalLines: z.int(),
		unsaved: z.boolean().optional(),
		runs: z.array(
			z.object({
				startLine: z.int(),
				endLine: z.int(),
				hash: z.string().optional().describe('Absent: not committed yet.'),
				author: z.string().optional(),
				date: z.string().optional(),
				subject: z.string().optional(),
				text: z.string(),
			}),
		),
		nextLine: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ path: file, startLine, endLine, ref: wanted }, { git }, { signal, budget }) {
		if (endLine !== undefined && endLine < startLine) {
			throw new ToolError('E_INVALID_PARAMS', `endLine ${endLine} comes before startLine ${startLine}.`);
		}
		const blame = await git.blame({ path: file, ref: wanted, startLine, endLine }, signal);
		const runs = blame.runs.flatMap(inParts);
		const shown = takeWhileFits(runs, budget - 300, run => run.text.length + (run.subject?.length ?? 0) + 100);
		const lastShown = shown.at(-1)?.endLine ?? blame.totalLines;
		const lastAsked = Math.min(endLine ?? blame.totalLines, blame.totalLines);
		return {
			path: blame.path,
			totalLines: blame.totalLines,
			...(blame.unsaved && { unsaved: true }),
			runs: [...shown],
			...(lastShown < lastAsked && { nextLine: lastShown + 1 }),
		};
	},

	render({ runs, nextLine, unsaved }) {
		const more = nextLine === undefined ? [] : [`(More: call again with startLine ${nextLine}.)`];
		const blocks = runs.map(({ startLine, hash, author, date, subject, text }) =>
			[
				hash === undefined ? 'not committed yet' : `${shortHash(hash)} ${date?.slice(0, 10)} ${author}: ${subject}`,
				...text.split('\n').map((content, index) => `${startLine + index} ${content}`),
			].join('\n'),
		);
		return [[...(unsaved ? ['(The file has unsaved edits.)'] : []), ...blocks, ...more].join('\n')];
	},
});

function inParts({ startLine, lines, commit }: BlameRun) {
	const parts = Array.from({ length: Math.ceil(lines.length / RUN_SHOWN) }, (_, part) => part * RUN_SHOWN);
	return parts.map(from => {
		const part = lines.slice(from, from + RUN_SHOWN);
		return {
			startLine: startLine + from,
			endLine: startLine + from + part.length - 1,
			...commit,
			text: part.map(content => content.slice(0, LINE_SHOWN)).join('\n'),
		};
	});
}

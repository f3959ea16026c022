import { z } from 'zod';
import { droppedOf, totalOf } from '../../answers/recorded-run.ts';
import { defineTool } from '../../contract/tool.ts';
import { countOf, plural } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import { renderPlace, TEXT_LENGTH } from './entry-shape.ts';
import { hasCategory, openRecording, pageOf, renderNotes, renderRun, runFacts, toRunFacts } from './open-recording.ts';
import { alone, category, offset, pageFacts, sessionId } from './shared-parameters.ts';

export const dapSearch = defineTool({
	name: 'dap_search',
	title: 'Search recorded output',
	searchHint: 'find message in console output log',
	description: 'Finds a regular expression in the output of a debugged program, with the lines around each match.',
	whenToUse: 'Use it to find a message in long output, also after the program has ended.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['limit', 'contextLines', 'category'],

	example: { pattern: 'total' },
	input: z.strictObject({
		sessionId,
		alone,
		pattern: z.string().min(1).max(1000).describe('Regular expression (JavaScript), such as "price: \\\\d+".'),
		category,
		contextLines: z.int().min(0).max(20).default(2).describe('Lines before and after each match.'),
		limit: z.int().positive().max(1000).default(50).describe('Matches in one answer.'),
		caseSensitive: z.boolean().default(false).describe('Capitals count.'),
		offset,
	}),
	output: z.object({
		session: runFacts,
		...pageFacts,
		matches: z.array(
			z.object({
				at: z.int().describe('Milliseconds from the start of the run.'),
				category: z.string(),
				text: z.string(),
				path: z.string().optional(),
				line: z.int().optional(),
				before: z.array(z.string()).optional(),
				after: z.array(z.string()).optional(),
			}),
		),
	}),

	run({ pattern, category: wanted, contextLines, limit, caseSensitive, offset: skip, ...which }, ports, { budget }) {
		const { run, start, counts, entries } = openRecording(ports.recordings, which);
		const lines = entries.filter(({ kind }) => kind === 'output').filter(hasCategory(wanted));
		const texts = lines.map(({ text }) => text);
		const found = ports.recordings.matches(pattern, caseSensitive, texts);
		const around = (from: number, to: number) => texts.slice(Math.max(0, from), to).map(text => shorten(text, 200));
		const matches = lines.flatMap(({ time, category: kind = 'console', text, path, line }, index) => {
			if (!found[index]) {
				return [];
			}
			const before = around(index - contextLines, index);
			const after = around(index + 1, index + 1 + contextLines);
			return {
				at: time - start,
				category: kind,
				text: shorten(text, TEXT_LENGTH),
				...(path !== undefined && { path, ...(line !== undefined && { line }) }),
				...(before.length > 0 && { before }),
				...(after.length > 0 && { after }),
			};
		});
		const { shown, ...more } = pageOf(matches, { offset: skip, limit, budget });
		const dropped = droppedOf(counts, ['output']);
		return Promise.resolve({
			session: toRunFacts(run),
			total: totalOf(counts, ['output']),
			matched: matches.length,
			...(dropped > 0 && { dropped }),
			matches: shown,
			...more,
		});
	},

	render({ session, total, matched, matches, ...notes }) {
		const head = `${renderRun(session)}\n${countOf(matched, 'match', 'matches')} in ${plural(total, 'line')}`;
		const hit = ({ at, category: kind, text, ...place }: (typeof matches)[number]) =>
			`> +${at} ms  ${kind}  ${text}${place.path === undefined ? '' : `  (${renderPlace(place)})`}`;
		const rows = matches.map(match =>
			[...(match.before ?? []).map(indent), hit(match), ...(match.after ?? []).map(indent)].join('\n'),
		);
		return [
			[head, rows.join('\n\n'), ...renderNotes(notes)].join('\n'),
			[head, ...matches.map(hit), ...renderNotes(notes)].join('\n'),
		];
	},
});

function indent(line: string): string {
	return `  ${line}`;
}

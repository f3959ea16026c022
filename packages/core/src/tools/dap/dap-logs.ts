import { z } from 'zod';
import { droppedOf, totalOf } from '../../answers/recorded-run.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import { renderPlace, TEXT_LENGTH } from './entry-shape.ts';
import {
	hasCategory,
	isWithin,
	openRecording,
	pageOf,
	renderNotes,
	renderRun,
	runFacts,
	toRunFacts,
} from './open-recording.ts';
import { alone, category, offset, pageFacts, sessionId, since, until } from './shared-parameters.ts';

export const dapLogs = defineTool({
	name: 'dap_logs',
	title: 'Recorded output',
	searchHint: 'console output printed stdout stderr of debugged program',
	description: 'Shows the latest output of a debugged program, running or ended, and what printed it.',
	whenToUse: 'Use it to read what a program printed; dap_search finds a pattern in it.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['count', 'category', 'search'],

	example: { category: 'stdout', count: 20 },
	input: z.strictObject({
		sessionId,
		alone,
		count: z.int().positive().max(1000).default(20).describe('Lines, the latest ones.'),
		category,
		search: z.string().min(1).optional().describe('Only lines with this text.'),
		since,
		until,
		reverse: z.boolean().default(false).describe('Newest first.'),
		showSource: z.boolean().default(true).describe('With the place of each line.'),
		offset: offset.describe('Lines to skip, to page.'),
	}),
	output: z.object({
		session: runFacts,
		...pageFacts,
		filtered: z.object({ byCategory: z.int(), bySearch: z.int(), byTime: z.int() }).describe('Lines left out.'),
		logs: z.array(
			z.object({
				at: z.int().describe('Milliseconds from the start of the run.'),
				category: z.string(),
				text: z.string(),
				path: z.string().optional(),
				line: z.int().optional(),
			}),
		),
	}),

	run({ count, category: wanted, search, reverse, showSource, offset: skip, ...which }, ports, { budget }) {
		const { run, start, counts, entries } = openRecording(ports.recordings, which);
		const lines = entries.filter(({ kind }) => kind === 'output');
		const ofCategory = lines.filter(hasCategory(wanted));
		const inTime = ofCategory.filter(isWithin(which, start));
		const text = search?.toLowerCase();
		const matching = text === undefined ? inTime : inTime.filter(line => line.text.toLowerCase().includes(text));
		const newestFirst = matching.toReversed().map(({ time, category: kind = 'console', text: output, path, line }) => ({
			at: time - start,
			category: kind,
			text: shorten(output, TEXT_LENGTH),
			...(showSource && path !== undefined && { path, ...(line !== undefined && { line }) }),
		}));
		const { shown, ...more } = pageOf(newestFirst, { offset: skip, limit: count, budget });
		const dropped = droppedOf(counts, ['output']);
		return Promise.resolve({
			session: toRunFacts(run),
			total: totalOf(counts, ['output']),
			matched: matching.length,
			...(dropped > 0 && { dropped }),
			filtered: {
				byCategory: lines.length - ofCategory.length,
				bySearch: inTime.length - matching.length,
				byTime: ofCategory.length - inTime.length,
			},
			logs: reverse ? shown : shown.toReversed(),
			...more,
		});
	},

	render({ session, total, matched, logs, ...notes }) {
		const head = `${renderRun(session)}\n${logs.length} of ${plural(matched, 'line')}${matched === total ? '' : ` (${total} recorded)`}`;
		const rows = logs.map(
			({ at, category: kind, text, ...place }) =>
				`+${at} ms  ${kind}  ${text}${place.path === undefined ? '' : `  (${renderPlace(place)})`}`,
		);
		const bare = logs.map(({ text }) => text);
		return [[head, ...rows, ...renderNotes(notes)].join('\n'), [head, ...bare, ...renderNotes(notes)].join('\n')];
	},
});

import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { type RecordedRun, requireRun, runsOf } from '../../answers/recorded-run.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { RecordedSession } from '../../ports/recordings.ts';
import { plural } from '../../text/plural.ts';
import {
	type Comparison,
	compareCounts,
	compareExceptions,
	compareOutputs,
	compareTimelines,
} from './compare-recordings.ts';
import { recordingOf, renderRun, runFacts, toRunFacts } from './open-recording.ts';

const COMPARISONS = {
	counts: compareCounts,
	exceptions: compareExceptions,
	timeline: compareTimelines,
	outputs: compareOutputs,
};

export const dapCompare = defineTool({
	name: 'dap_compare',
	title: 'Compare debug sessions',
	searchHint: 'difference between two runs regression',
	description: 'Compares two recorded runs: counts, exceptions, course of events or output. Differences come first.',
	whenToUse: 'Use it to see what a change did to a program, or why it fails now and did not before.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['compareBy'],

	example: {},
	input: z.strictObject({
		sessionA: z.string().min(1).optional().describe('A session of the earlier run; the last but one unless given.'),
		sessionB: z.string().min(1).optional().describe('A session of the later run; the latest unless given.'),
		compareBy: z
			.enum(['counts', 'exceptions', 'timeline', 'outputs'])
			.default('counts')
			.describe('timeline: starts, stops, exceptions and ends; outputs: line by line.'),
	}),
	output: z.object({
		a: runFacts,
		b: runFacts,
		compareBy: z.string(),
		same: z.boolean(),
		differences: z.int(),
		rows: z
			.array(z.object({ name: z.string(), a: z.int(), b: z.int(), difference: z.int() }))
			.optional()
			.describe('What differs, then what is the same.'),
		diff: z.string().optional().describe('Lines of a with -, of b with +.'),
		dropped: z.int().optional().describe('Entries that are no longer kept, and so were not compared.'),
		truncated: z.literal(true).optional(),
	}),

	run({ sessionA, sessionB, compareBy }, ports, { budget }) {
		const [a, b] = choose(ports.recordings.sessions(), sessionA, sessionB);
		const [left, right] = [recordingOf(ports.recordings, a), recordingOf(ports.recordings, b)];
		const { rows, diff, differences, dropped = 0 }: Comparison = COMPARISONS[compareBy](left, right, budget - 2000);
		const shown = rows && takeWhileFits(rows, budget - 1500, row => JSON.stringify(row).length + 1);
		return Promise.resolve({
			a: toRunFacts(a),
			b: toRunFacts(b),
			compareBy,
			same: differences === 0,
			differences,
			...(shown && { rows: [...shown] }),
			...(diff !== undefined && diff !== '' && { diff }),
			...(dropped > 0 && { dropped }),
			...(rows && shown && shown.length < rows.length && { truncated: true as const }),
		});
	},

	render({ a, b, compareBy, same, differences, rows = [], diff, dropped, truncated }) {
		const head = [`A: ${renderRun(a)}`, `B: ${renderRun(b)}`];
		const result = same ? `The same ${compareBy}.` : `${plural(differences, 'difference')} in ${compareBy}`;
		const lines = rows.map(({ name, a: left, b: right, difference }) =>
			difference === 0
				? `  ${name}: ${left}`
				: `  ${name}: ${left} → ${right} (${difference > 0 ? '+' : ''}${difference})`,
		);
		return [
			[
				...head,
				result,
				...lines,
				...(diff === undefined ? [] : [diff]),
				...(truncated ? ['(The rest is left out.)'] : []),
				...(dropped === undefined ? [] : [`(${dropped} older entries are no longer kept and were not compared.)`]),
			].join('\n'),
		];
	},
});

function choose(
	sessions: readonly RecordedSession[],
	idA: string | undefined,
	idB: string | undefined,
): [RecordedRun, RecordedRun] {
	const named = idA ?? idB;
	const known = named === undefined ? undefined : requireRun(sessions, { sessionId: named });
	const runs = runsOf(sessions).filter(({ root }) => root.id !== known?.root.id);
	const other = runs.at(-1);
	if (idA !== undefined && idB !== undefined) {
		const [a, b] = [requireRun(sessions, { sessionId: idA }), requireRun(sessions, { sessionId: idB })];
		if (idA === idB) {
			throw new ToolError('E_INVALID_PARAMS', 'sessionA and sessionB are the same session.');
		}
		// Two of one run, such as two workers, are compared by themselves.
		return a.root.id === b.root.id
			? [requireRun(sessions, { sessionId: idA, alone: true }), requireRun(sessions, { sessionId: idB, alone: true })]
			: [a, b];
	}
	const latest = known ?? requireRun(sessions);
	const before = known ? other : runs.filter(({ root }) => root.id !== latest.root.id).at(-1);
	if (!before) {
		throw new ToolError('E_INSUFFICIENT_DATA', `Only one run is recorded: ${latest.root.name}.`);
	}
	return idA === undefined ? [before, latest] : [latest, before];
}

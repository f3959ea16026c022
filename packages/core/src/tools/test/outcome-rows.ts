import { z } from 'zod';
import type { Call } from '../../contract/tool.ts';
import type { TestMessage, TestOutcome, Tests } from '../../ports/tests.ts';
import { excerpt } from '../../text/output-excerpt.ts';
import { shorten } from '../../text/shorten.ts';
import { nameTest, renderTest, testRow } from './name-tests.ts';

const TEXT_LENGTH = 1000;
const VALUE_LENGTH = 500;
const OUTPUT_LENGTH = 600;
const MESSAGES_SHOWN = 5;

export const testMessage = z.object({
	text: z.string(),
	expected: z.string().optional(),
	actual: z.string().optional(),
	path: z.string().optional(),
	line: z.int().optional().describe('Where it failed.'),
});

export const outcomeRow = testRow.extend({
	state: z.enum(['passed', 'failed', 'errored', 'skipped', 'not_run']),
	milliseconds: z.number().optional(),
	messages: z.array(testMessage).optional(),
	output: z.string().optional().describe('What this test wrote.'),
});

type OutcomeRow = z.output<typeof outcomeRow>;

/** Rows from the front while they fit, at least one; what went wrong is asked for only where it is shown. */
export async function takeOutcomes(
	outcomes: readonly TestOutcome[],
	tests: Tests,
	{ budget, signal }: Pick<Call, 'budget' | 'signal'>,
): Promise<OutcomeRow[]> {
	const rows: OutcomeRow[] = [];
	let used = 0;
	for (const outcome of outcomes) {
		const { state, duration } = outcome;
		const details = isFailure(outcome) ? await tests.details(outcome, signal) : undefined;
		const row: OutcomeRow = {
			...nameTest(outcome),
			state,
			...(duration !== undefined && { milliseconds: Math.round(duration * 10) / 10 }),
			...(details && { messages: details.messages.slice(0, MESSAGES_SHOWN).map(toMessage) }),
			...(details && details.output !== '' && { output: excerpt(details.output, { budget: OUTPUT_LENGTH }).output }),
		};
		used += JSON.stringify(row).length + 1;
		if (used > budget && rows.length > 0) {
			break;
		}
		rows.push(row);
	}
	return rows;
}

export function isFailure({ state }: Pick<TestOutcome, 'state'>): boolean {
	return state === 'failed' || state === 'errored';
}

export function toMessage({ text, expected, actual, path, line }: TestMessage): z.output<typeof testMessage> {
	return {
		text: shorten(text, TEXT_LENGTH),
		...(expected !== undefined && { expected: shorten(expected, VALUE_LENGTH) }),
		...(actual !== undefined && { actual: shorten(actual, VALUE_LENGTH) }),
		...(path !== undefined && { path }),
		...(line !== undefined && { line }),
	};
}

export function renderOutcome(row: OutcomeRow): string {
	const { state, milliseconds, messages = [], output } = row;
	const took = milliseconds === undefined ? '' : ` (${milliseconds} ms)`;
	return [
		`${state.replace('_', ' ')}: ${renderTest(row)}${took}${row.path === undefined ? ` [${row.id}]` : ''}`,
		...messages.map(renderMessage),
		...(output === undefined ? [] : [indent(output.trimEnd())]),
	].join('\n');
}

export function renderMessage({ text, expected, actual, path, line }: z.output<typeof testMessage>): string {
	const place = path === undefined ? [] : [`at ${path}${line === undefined ? '' : `:${line}`}`];
	const values = expected === undefined ? [] : [`expected: ${expected}`, `actual:   ${actual ?? ''}`];
	return indent([...(text === '' ? [] : [text.trimEnd()]), ...values, ...place].join('\n'));
}

function indent(text: string): string {
	return text.replaceAll(/^/gm, '  ');
}

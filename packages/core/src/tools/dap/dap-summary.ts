import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { plural, tally } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import { renderPlace } from './entry-shape.ts';
import { healthOf } from './health.ts';
import { openRecording, renderRun, runFacts, toRunFacts } from './open-recording.ts';
import { alone, sessionId } from './shared-parameters.ts';

const SESSIONS = 20;
const LAST_LINES = 5;
const counted = z.record(z.string(), z.int());

export const dapSummary = defineTool({
	name: 'dap_summary',
	title: 'Summary of a debug session',
	searchHint: 'what happened in debug session post mortem crash',
	description:
		'Tells how a debugged program fared: its end, exact counts of stops, exceptions and output, and what went wrong.',
	whenToUse: 'Call it first, before looking closer with dap_exceptions, dap_timeline or dap_search.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['compact'],

	example: {},
	input: z.strictObject({
		sessionId,
		alone,
		compact: z.boolean().default(false).describe('Only counts and health.'),
	}),
	output: z.object({
		session: runFacts,
		health: z.enum(['ok', 'warnings', 'failed']),
		reasons: z.array(z.string()).describe('Why it is not ok.'),
		events: counted.describe('How many there were of each type.'),
		output: counted.describe('Lines of output by category.'),
		stops: counted.describe('Stops by reason.'),
		dropped: counted.optional().describe('Of these, the oldest, which are no longer kept.'),
		lastException: z.object({ text: z.string(), place: z.string().optional() }).optional(),
		lastOutput: z.array(z.string()).optional(),
		sessions: z
			.array(z.object({ id: z.string(), name: z.string(), state: z.string(), lines: z.int(), exceptions: z.int() }))
			.optional()
			.describe('Each session of the run.'),
	}),

	run({ compact, ...which }, ports) {
		const { run, counts, entries } = openRecording(ports.recordings, which);
		const thrown = entries.findLast(({ kind }) => kind === 'exception');
		const lastOutput = entries
			.filter(({ kind, category }) => kind === 'output' && category !== 'telemetry')
			.slice(-LAST_LINES)
			.map(({ text }) => shorten(text, 200));
		const details = {
			...(thrown && {
				lastException: {
					text: shorten(thrown.text.split('\n')[0] ?? '', 300),
					...(thrown.path !== undefined && { place: renderPlace(thrown) }),
				},
			}),
			...(lastOutput.length > 0 && { lastOutput }),
			...(run.sessions.length > 1 && {
				sessions: run.sessions.slice(0, SESSIONS).map(({ id, name, state, counts: { kinds } }) => ({
					id,
					name,
					state,
					lines: kinds.output ?? 0,
					exceptions: kinds.exception ?? 0,
				})),
			}),
		};
		return Promise.resolve({
			session: toRunFacts(run),
			...healthOf(run, counts, entries),
			events: { ...counts.kinds },
			output: Object.fromEntries(Object.entries(counts.categories).map(([name, { outputs }]) => [name, outputs])),
			stops: { ...counts.stopReasons },
			...(Object.keys(counts.dropped).length > 0 && { dropped: { ...counts.dropped } }),
			...(!compact && details),
		});
	},

	render({ session, health, reasons, events, output, stops, dropped, lastException, lastOutput = [], sessions = [] }) {
		const { exception = 0, stopped = 0, output: lines = 0, request = 0 } = events;
		const list = (counts: Record<string, number>) =>
			Object.entries(counts)
				.map(([name, count]) => `${count} ${name}`)
				.join(', ');
		const inBrackets = (counts: Record<string, number>) =>
			Object.keys(counts).length === 0 ? '' : ` (${list(counts)})`;
		return [
			[
				renderRun(session),
				`Health: ${health}${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`,
				[
					stopped > 0 && `${plural(stopped, 'stop')}${inBrackets(stops)}`,
					exception > 0 && plural(exception, 'exception'),
					lines > 0 && `${plural(lines, 'line')} of output${inBrackets(output)}`,
					request > 0 && plural(request, 'request'),
				]
					.filter(part => part !== false)
					.join(', ') || 'Nothing was recorded.',
				...(dropped ? [`No longer kept: ${list(dropped)}`] : []),
				...(lastException
					? [
							`Last exception: ${lastException.text}${lastException.place === undefined ? '' : ` at ${lastException.place}`}`,
						]
					: []),
				...sessions.map(
					({ id, name, state, lines: own, exceptions }) =>
						`  ${[
							`${name} (${id}): ${state}`,
							tally([
								[own, 'line'],
								[exceptions, 'exception'],
							]),
						]
							.filter(Boolean)
							.join(', ')}`,
				),
				...(lastOutput.length > 0 ? ['Last output:', ...lastOutput.map(line => `  ${line}`)] : []),
			].join('\n'),
		];
	},
});

import { z } from 'zod';
import { droppedOf, totalOf } from '../../answers/recorded-run.ts';
import { defineTool } from '../../contract/tool.ts';
import type { RecordedEntry } from '../../ports/recordings.ts';
import { plural } from '../../text/plural.ts';
import { shorten } from '../../text/shorten.ts';
import { renderPlace } from './entry-shape.ts';
import { openRecording, pageOf, renderNotes, renderRun, runFacts, toRunFacts } from './open-recording.ts';
import { alone, offset, pageFacts, sessionId } from './shared-parameters.ts';

const FRAMES = 12;
const LINES_OF_TRACE = 50;
const STACK_LINE = /^\s+at /;

export const dapExceptions = defineTool({
	name: 'dap_exceptions',
	title: 'Recorded exceptions',
	searchHint: 'thrown exceptions errors stack trace crash',
	description:
		'Lists what was thrown in a debugged program, newest first: text, place, stack and the output before it. Knows what the debugger stopped at and what was printed with a stack trace.',
	whenToUse: 'Use it to learn why a program failed, also after it has ended.',
	effect: 'reads',
	needs: ['recordings'],
	listed: false,
	narrowBy: ['count', 'contextLines', 'withContext'],

	example: {},
	input: z.strictObject({
		sessionId,
		alone,
		count: z.int().positive().max(300).default(10).describe('Exceptions in one answer.'),
		withContext: z.boolean().default(true).describe('With the stack and the output before it.'),
		contextLines: z.int().min(0).max(50).default(5).describe('Lines of output before each.'),
		offset,
	}),
	output: z.object({
		session: runFacts,
		...pageFacts,
		exceptions: z.array(
			z.object({
				at: z.int().describe('Milliseconds from the start of the run.'),
				text: z.string(),
				origin: z.enum(['debugger', 'output']).describe('The debugger stopped at it, or the program printed it.'),
				uncaught: z.literal(true).optional(),
				threadId: z.int().optional(),
				path: z.string().optional(),
				line: z.int().optional(),
				column: z.int().optional(),
				sessionId: z.string(),
				stack: z.array(z.string()).optional().describe('Innermost first.'),
				stackTotal: z.int().optional().describe('Frames recorded, where the stack is shortened.'),
				output: z.array(z.string()).optional().describe('The last lines before it.'),
			}),
		),
	}),

	run({ count, withContext, contextLines, offset: skip, ...which }, ports, { budget }) {
		const { run, start, counts, entries } = openRecording(ports.recordings, which);
		const lines = entries.filter(({ kind, category }) => kind === 'output' && category !== 'telemetry');
		const exceptions = entries
			.filter(({ kind }) => kind === 'exception')
			.toReversed()
			.map(entry => ({ ...describe(entry, start), ...(withContext && contextOf(entry, lines, contextLines)) }));
		const { shown, ...more } = pageOf(exceptions, { offset: skip, limit: count, budget });
		const dropped = droppedOf(counts, ['exception']);
		return Promise.resolve({
			session: toRunFacts(run),
			total: totalOf(counts, ['exception']),
			matched: exceptions.length,
			...(dropped > 0 && { dropped }),
			exceptions: shown,
			...more,
		});
	},

	render({ session, total, exceptions, ...notes }) {
		const head = `${renderRun(session)}\n${total === 0 ? 'No exceptions were recorded.' : plural(total, 'exception')}`;
		const title = ({ at, text, uncaught, origin, threadId, ...place }: (typeof exceptions)[number]) =>
			[
				`+${at} ms  ${text}`,
				`  ${uncaught ? 'uncaught, ' : ''}${origin === 'debugger' ? 'stopped by the debugger' : 'printed'}${threadId === undefined ? '' : `, thread ${threadId}`}${place.path === undefined ? '' : `, ${renderPlace(place)}`}`,
			].join('\n');
		const full = exceptions.map(exception =>
			[
				title(exception),
				...(exception.stack ?? []).map(frame => `    at ${frame}`),
				...(exception.output ? ['  Output before:', ...exception.output.map(line => `    ${line}`)] : []),
			].join('\n'),
		);
		return [
			[head, ...full, ...renderNotes(notes)].join('\n'),
			[head, ...exceptions.map(title), ...renderNotes(notes)].join('\n'),
		];
	},
});

function describe(entry: RecordedEntry, start: number) {
	const { time, text, origin = 'debugger', uncaught, threadId, path, line, column, sessionId: session } = entry;
	return {
		at: time - start,
		text: shorten(withoutStack(text), 1000),
		origin,
		...(uncaught && { uncaught }),
		...(threadId !== undefined && { threadId }),
		...(path !== undefined && { path }),
		...(line !== undefined && { line }),
		...(column !== undefined && { column }),
		sessionId: session,
	};
}

/** Some debuggers put the stack into the text; the frames say the same with paths of the workspace. */
function withoutStack(text: string): string {
	return text
		.split('\n')
		.filter(line => !STACK_LINE.test(line))
		.join('\n')
		.trimEnd();
}

function contextOf({ order, text, stack = [] }: RecordedEntry, lines: readonly RecordedEntry[], contextLines: number) {
	const before = lines
		.slice(0, lines.findLastIndex(line => line.order < order) + 1)
		.slice(-contextLines - LINES_OF_TRACE)
		// A printed exception is part of the output itself.
		.filter(
			line => !STACK_LINE.test(line.text) && (line.text === '' || !line.text.endsWith(text.split('\n')[0] ?? '')),
		);
	const output = contextLines === 0 ? [] : before.slice(-contextLines).map(line => shorten(line.text, 200));
	const frames = stack
		.slice(0, FRAMES)
		.map(({ functionName, ...place }) =>
			place.path === undefined ? functionName : `${functionName || '(anonymous)'} (${renderPlace(place)})`,
		);
	return {
		...(frames.length > 0 && { stack: frames }),
		...(frames.length < stack.length && { stackTotal: stack.length }),
		...(output.length > 0 && { output }),
	};
}

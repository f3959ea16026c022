import { z } from 'zod';
import type { Call } from '../contract/tool.ts';
import type { DebugSession, OutputElsewhere, RunOutcome, Stop, Variable } from '../ports/debugger.ts';
import { shorten } from '../text/shorten.ts';
import { sourceLine, takeWhileFits } from './paging.ts';

/** In answers: every byte of a schema is sent to every agent, so these say no more than they must. */
export const session = z.object({ id: z.string(), name: z.string(), state: z.string() });

export const variable = z.object({
	name: z.string(),
	value: z.string(),
	type: z.string().optional(),
	variablesReference: z.int().optional(),
	children: z.int().optional(),
});

/** The place where a program is stopped, and the reason. */
export const stopAnswer = {
	reason: z.string().optional(),
	text: z.string().optional().describe('What was thrown.'),
	threadId: z.int().optional(),
	frameId: z.int().optional(),
	functionName: z.string().optional(),
	path: z.string().optional(),
	line: z.int().optional(),
	column: z.int().optional(),
	source: z.array(z.object({ line: z.int(), text: z.string() })).optional(),
	locals: z.array(variable).optional(),
	localsTotal: z.int().optional(),
	evaluated: z
		.array(variable.extend({ failed: z.literal(true).optional() }))
		.optional()
		.describe('The expressions that were to be evaluated.'),
	alsoStopped: z.array(z.string()).optional().describe('Ids of other stopped sessions.'),
};

/** The answer of every tool that lets a program run: where it stopped and why, or how it ended. */
export const runAnswer = z.object({
	event: z.enum(['stopped', 'ended', 'running']),
	session,
	...stopAnswer,
	exitCode: z.int().optional(),
	output: z.array(z.string()).optional(),
	outputElsewhere: z.string().optional(),
});

export type RunAnswer = z.output<typeof runAnswer>;

const VALUE_LENGTH = 120;
const OUTPUT_LINE_LENGTH = 300;

export function toRunAnswer(outcome: RunOutcome, { budget }: Pick<Call, 'budget'>): RunAnswer {
	if (outcome.event === 'running') {
		return { event: 'running', session: toSession(outcome.session) };
	}
	if (outcome.event === 'ended') {
		const output = outcome.output.map(({ text }) => text.slice(0, OUTPUT_LINE_LENGTH));
		return {
			event: 'ended',
			session: toSession(outcome.session),
			...(outcome.exitCode !== undefined && { exitCode: outcome.exitCode }),
			// The last lines tell most, so the first are left out.
			output: takeWhileFits(output.toReversed(), budget / 3, line => line.length + 4).toReversed(),
			...(outcome.elsewhere && { outputElsewhere: whereOutputIs(outcome.elsewhere) }),
		};
	}
	return { event: 'stopped', ...describeStop(outcome.stop, budget) };
}

function whereOutputIs(elsewhere: OutputElsewhere): string {
	return elsewhere === 'not captured'
		? 'Only what the program says to its console is captured. For all that it writes, add "outputCapture": "std" to this configuration in launch.json.'
		: `What the program wrote is in the terminal "${elsewhere.terminal}": read it with terminal_read, or set "console": "internalConsole" and "outputCapture": "std" in the configuration.`;
}

function describeStop(
	{ session: stopped, threadId, reason, text, frame, source, locals, alsoStopped }: Stop,
	budget: number,
) {
	const all = locals.map(local => toVariable(local, VALUE_LENGTH));
	const shown = takeWhileFits(all, budget / 3, local => JSON.stringify(local).length + 1);
	return {
		session: toSession(stopped),
		reason,
		...(text !== undefined && { text: text.slice(0, budget / 5) }),
		...(threadId !== undefined && { threadId }),
		...(frame && {
			frameId: frame.id,
			functionName: frame.name,
			...(frame.path !== undefined && { path: frame.path }),
			line: frame.line,
			column: frame.column,
		}),
		...(source.length > 0 && { source: source.map(({ line, text: code }) => ({ line, text: shorten(code, 200) })) }),
		locals: [...shown],
		...(shown.length < all.length && { localsTotal: all.length }),
		...(alsoStopped.length > 0 && { alsoStopped: alsoStopped.map(({ id }) => id) }),
	};
}

export function toSession({ id, name, state }: DebugSession) {
	return { id, name, state };
}

export function toVariable({ name, value, type, reference, named = 0, indexed = 0 }: Variable, valueLength: number) {
	return {
		name: shorten(name, 100),
		// Debuggers show functions and long texts over many lines.
		value: shorten(value.replaceAll(/\s+/g, ' '), valueLength),
		...(type !== undefined && { type: shorten(type, 60) }),
		...(reference !== undefined && { variablesReference: reference }),
		...(named + indexed > 0 && { children: named + indexed }),
	};
}

export function renderRunAnswer(answer: RunAnswer): string {
	const { event, session: about } = answer;
	if (event === 'running') {
		return `${about.name} is running.`;
	}
	if (event === 'ended') {
		const code = answer.exitCode === undefined ? '' : ` with exit code ${answer.exitCode}`;
		const { output = [] } = answer;
		return [
			`${about.name} ended${code}.`,
			...output,
			...(answer.outputElsewhere === undefined ? [] : [answer.outputElsewhere]),
		].join('\n');
	}
	const { path = '(no source)', line = 0, functionName = '', source = [], alsoStopped = [] } = answer;
	const here = source.find(({ line: number }) => number === line)?.text.trim() ?? '';
	return [
		`Stopped (${answer.reason ?? 'unknown'}) at ${path}:${line} in ${functionName || '(anonymous)'}`,
		...(answer.text === undefined ? [] : [answer.text]),
		...(here === '' ? [] : [`> ${here}`]),
		...renderValues(answer),
		// Which session is meant matters only where there are several.
		...(alsoStopped.length > 0
			? [`This is session ${about.id} (${about.name}). Also stopped: ${alsoStopped.join(', ')}`]
			: []),
	].join('\n');
}

/** What was asked for; otherwise the locals. */
function renderValues({ locals = [], localsTotal, evaluated }: RunAnswer): readonly string[] {
	if (evaluated) {
		return evaluated.map(({ failed, ...value }) => (failed ? `${value.name}: ${value.value}` : renderVariable(value)));
	}
	const more =
		localsTotal === undefined ? [] : [`(${locals.length} of ${localsTotal}; the rest with debug_list_variables)`];
	return [...locals.map(renderVariable), ...more];
}

const PLAIN_TYPES = new Set(
	'number string boolean bigint undefined null symbol function Object Array int str bool float NoneType list dict tuple'.split(
		' ',
	),
);

/** True when the value shows its type by itself. */
export function isPlainType(type: string, value: string): boolean {
	return PLAIN_TYPES.has(type) || value.includes(type);
}

export function renderVariable({ name, value, type, variablesReference }: z.output<typeof variable>): string {
	const kind = type === undefined || isPlainType(type, value) ? '' : `: ${type}`;
	const reference = variablesReference === undefined ? '' : ` [${variablesReference}]`;
	return `${name}${kind} = ${sourceLine(value, 1000)}${reference}`;
}

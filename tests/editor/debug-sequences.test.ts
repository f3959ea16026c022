import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Data } from '../support/debug-client.ts';
import { eventually } from '../support/eventually.ts';
import { howOften } from '../support/how-often.ts';
import { useDebugger } from '../support/use-debugger.ts';

/**
 * Debug tools in any order, with arguments that make sense and with others, one after the other and two at a time. Each call
 * ends in an answer or in an error with a code, and nothing is left behind. `HAWSER_DEBUG_SEQUENCES` sets how many are tried.
 */
const SEQUENCES = howOften('HAWSER_DEBUG_SEQUENCES', 5);
/** Milliseconds that a call may wait for the program. */
const WAIT = 3000;

const { workbench, open, agent } = useDebugger();

interface Step {
	tool: string;
	input: Data;
}

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const sessionId = sometimes(fc.constantFrom('$session', '$session', 'nobody'));
const reference = fc.constantFrom('$frame', '$reference', 1, 99_999);
const program = fc.constantFrom('totals.js', 'server.js', 'worker.js', 'throws.js', 'quick.js', 'none.js');
const place = fc.record({
	path: fc.constantFrom('totals.js', 'server.js', 'worker.js'),
	line: fc.constantFrom(1, 2, 4, 6, 10, 500),
});

const step = (tool: string, input: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<Step> =>
	fc.record(input).map(drawn => ({ tool, input: withoutUndefined(drawn) }));

const timeout = fc.constant(WAIT);
const running = { sessionId, timeout };

const steps: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 3, arbitrary: place.map(input => ({ tool: 'breakpoint_set', input })) },
	step('breakpoint_set', { exceptions: fc.constantFrom(['all'], ['uncaught'], ['nonsense']) }),
	place.map(input => ({ tool: 'breakpoint_remove', input })),
	step('breakpoint_list'),
	{
		weight: 4,
		arbitrary: step('debug_start', {
			path: program,
			stopOnEntry: sometimes(fc.boolean()),
			wait: sometimes(fc.boolean()),
			timeout,
		}),
	},
	step('debug_start', { configuration: fc.constantFrom('Both', 'Asks', 'Nobody listens', 'Nothing'), timeout }),
	step('debug_status'),
	{ weight: 3, arbitrary: step('debug_continue', running) },
	{ weight: 2, arbitrary: step('debug_step_over', running) },
	step('debug_step_into', running),
	step('debug_step_out', running),
	{ weight: 2, arbitrary: step('debug_pause', running) },
	step('debug_wait_for_hit', running),
	step('debug_restart', { sessionId, wait: sometimes(fc.boolean()), timeout }),
	step('debug_stop', { sessionId }),
	step('debug_stack', { sessionId, startFrame: sometimes(fc.constantFrom(0, 3, 1000)) }),
	step('debug_threads', { sessionId }),
	step('debug_scopes', { frameId: sometimes(reference) }),
	step('debug_list_variables', { frameId: sometimes(reference), maxDepth: fc.constantFrom(0, 2) }),
	step('debug_evaluate', { expression: fc.constantFrom('1 + 1', 'nobody', 'process', 'while (true) {}'), timeout }),
	step('debug_get_variable', { variablesReference: reference }),
	step('debug_set_variable', { name: fc.constantFrom('sum', 'price', 'zero'), value: fc.constantFrom('1', '!') }),
	step('debug_evaluate', { expression: fc.constant(7) }),
);

/** Most of what follows needs a program that stands or runs. */
const beginning = step('debug_start', {
	path: fc.constantFrom('server.js', 'server.js', 'totals.js', 'worker.js'),
	stopOnEntry: sometimes(fc.constant(true)),
	wait: fc.boolean(),
	timeout: fc.constant(10_000),
});

const turn = fc.oneof(
	{ weight: 5, arbitrary: steps.map(only => [only]) },
	{ weight: 1, arbitrary: fc.tuple(steps, steps) },
);

test(`${SEQUENCES} random sequences end, each call with an answer or a code, and leave nothing`, async () => {
	const outcomes = new Map<string, number>();
	const idle = await settledTimers();
	let sequences = 0;
	await fc.assert(
		fc.asyncProperty(beginning, fc.array(turn, { minLength: 4, maxLength: 10 }), async (first, turns) => {
			sequences++;
			const known = new Known();
			known.learn((await perform(first.tool, first.input)).data);
			for (const together of turns) {
				const answers = await Promise.all(together.map(({ tool, input }) => perform(tool, known.fill(input))));
				for (const answer of answers) {
					known.learn(answer.data);
					outcomes.set(answer.outcome, (outcomes.get(answer.outcome) ?? 0) + 1);
				}
			}
			await agent().reset();
			await expectNothingLeft(idle);
		}),
		{ numRuns: SEQUENCES, seed: 20_261_117, endOnFailure: true },
	);
	// A run in which nothing ever stopped would prove little; which errors there are in a short one is chance.
	const expected = SEQUENCES < 25 ? ['stopped', 'ok'] : ['stopped', 'ok', 'E_NO_SESSION', 'E_INVALID_PARAMS'];
	expect([...outcomes.keys()]).toEqual(expect.arrayContaining(expected));
	console.log(`${sequences} sequences: ${JSON.stringify(Object.fromEntries([...outcomes].sort()))}`);
}, 7_200_000);

async function perform(tool: string, input: Data): Promise<{ outcome: string; data: Data }> {
	const answer = await agent().client.callTool({ name: tool, arguments: input }, { timeout: 150_000 });
	const envelope = answer.structuredContent as { ok: boolean; data?: Data; error?: { code: string; message: string } };
	const event = envelope.data?.['event'];
	const outcome = envelope.ok ? (typeof event === 'string' ? event : 'ok') : (envelope.error?.code ?? 'no code');
	expect({ tool, input, outcome, message: envelope.error?.message }).toMatchObject({
		outcome: expect.stringMatching(/^(ok|stopped|ended|running|E_(?!INTERNAL)[A-Z_]+)$/) as string,
	});
	return { outcome, data: envelope.data ?? {} };
}

/** Ids and values that the agent has been told so far, for steps that refer to them. */
class Known {
	private readonly values: Record<string, unknown> = { $session: 'none yet', $frame: 12_345, $reference: 12_345 };

	fill(input: Data): Data {
		return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, this.values[String(value)] ?? value]));
	}

	learn(data: Data): void {
		const locals = (data['locals'] ?? []) as { variablesReference?: number }[];
		this.values['$session'] = (data['session'] as { id?: string } | undefined)?.id ?? this.values['$session'];
		this.values['$frame'] = data['frameId'] ?? this.values['$frame'];
		this.values['$reference'] =
			locals.find(local => local.variablesReference)?.variablesReference ?? this.values['$reference'];
	}
}

/** No session, no program, no message on the screen; and no more timers than when nothing had happened, so no wait either. */
async function expectNothingLeft(idleTimers: number): Promise<void> {
	await eventually(async () => {
		expect(await agent().call('debug_status')).toMatchObject({ isActive: false, breakpoints: 0 });
		expect(await agent().call('window_status')).toMatchObject({ debugSessions: [] });
		expect(await open().window.dialogText()).toBeUndefined();
		const programs = (await workbench().editor.processes()).filter(({ command }) =>
			/\/(totals|server|worker|throws)\.js/.test(command),
		);
		expect(programs).toEqual([]);
		expect(await timers()).toBeLessThanOrEqual(idleTimers);
	});
}

async function timers(): Promise<number> {
	return Number(
		await open().window.evaluate("return process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length"),
	);
}

/** The most timers that the extension host has when it has been used once and idles: others in it have some too. */
async function settledTimers(): Promise<number> {
	await agent().call('debug_start', { path: 'quick.js' });
	const samples: number[] = [];
	await eventually(async () => {
		samples.push(await timers());
		expect(samples.length).toBeGreaterThan(20);
	});
	return Math.max(...samples.slice(-10));
}

function withoutUndefined(drawn: Data): Data {
	return Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined));
}

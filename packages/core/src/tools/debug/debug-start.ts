import { z } from 'zod';
import { evaluate, evaluateAtStop } from '../../answers/evaluate-at-stop.ts';
import { renderRunAnswer, runAnswer, session, toRunAnswer, toSession } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { isToolError, ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import type { BreakpointRequest, Breakpoints } from '../../ports/breakpoints.ts';
import type { Debugger, DebugSession } from '../../ports/debugger.ts';
import type { Cancellation } from '../../ports/values/cancellation.ts';

export const debugStart = defineTool({
	name: 'debug_start',
	title: 'Start debugging',
	searchHint: 'start debugger launch program run attach debugging session',
	description: 'Runs a program to its first stop or its end. Give one of configuration, path and config.',
	whenToUse: 'Start the debugger here. With breakpoints, evaluate, once: a value at a line.',
	effect: 'runs',
	needs: ['debugger', 'breakpoints'],
	timeout: WAITING_TOOL_TIMEOUT,

	example: { path: 'src/main.js', breakpoints: ['src/main.js:6'], evaluate: ['total'] },

	input: z.strictObject({
		configuration: z.string().min(1).optional().describe('Name from launch.json, compounds too.'),
		path: path.optional().describe('A .js, .ts or .py file.'),
		config: z.record(z.string(), z.unknown()).optional().describe('As in launch.json.'),
		folder: unlisted(z.string().min(1).optional().describe('Name, if several have that configuration.')),
		args: z.array(z.string()).optional().describe('Of it.'),
		inputs: unlisted(
			z.record(z.string(), z.string()).optional().describe('Values of ${input:id} and ${command:id}, by id.'),
		),
		breakpoints: z.array(z.string().min(1)).max(50).optional().describe('Such as "a.js:12" or "a.js:12 if total > 9".'),
		evaluate,
		once: z.boolean().default(false).describe('Then end it, remove these breakpoints.'),
		stopOnEntry: unlisted(z.boolean().optional().describe('Stop at the first line.')),
		wait: z.boolean().default(true).describe('False: answer once it runs.'),
		timeout: timeoutMs(30_000),
	}),

	output: runAnswer.extend({
		sessions: z.array(session).describe('Sessions that were started and still run.'),
		configurations: z
			.array(z.record(z.string(), z.unknown()))
			.optional()
			.describe('What was worked out for the path; can be kept in launch.json.'),
		unbound: z
			.array(
				z.object({
					path: z.string().optional(),
					line: z.int().optional(),
					functionName: z.string().optional(),
					message: z.string().optional(),
				}),
			)
			.optional()
			.describe('Breakpoints that the program has not taken.'),
		warnings: z.array(z.string()).optional().describe('About the breakpoints that were set.'),
		unsaved: z.array(z.string()).optional().describe('Files with unsaved edits, which the program does not have.'),
	}),

	async run(
		{ configuration, path, config, wait, timeout, breakpoints = [], evaluate: expressions, once, ...rest },
		ports,
		call,
	) {
		const given = [configuration, path, config].filter(value => value !== undefined);
		if (given.length !== 1) {
			throw new ToolError('E_INVALID_PARAMS', 'Give exactly one of "configuration", "path" and "config".');
		}
		const set = await setBreakpoints(breakpoints, ports.breakpoints, call.signal);
		const request = { configuration, path, inline: config, wait, timeout, ...rest };
		const started = await ports.debugger
			.start(request, call, message => call.progress({ message }))
			.catch(async (error: unknown) => {
				await (once ? set.remove() : undefined);
				throw error;
			});
		const { outcome, sessions, configurations, unbound, unsaved } = started;
		const evaluate = async () => {
			try {
				return await evaluateAtStop(outcome, expressions, ports.debugger, call);
			} finally {
				if (once) {
					await set.remove();
					await endAll(sessions, ports.debugger, call.signal);
				}
			}
		};
		const evaluated = await evaluate();
		return {
			...toRunAnswer(outcome, call),
			...evaluated,
			...(set.warnings.length > 0 && { warnings: [...set.warnings] }),
			sessions: once ? [] : sessions.slice(0, 20).map(toSession),
			...(path !== undefined && { configurations: [...configurations] }),
			...(unbound.length > 0 && { unbound: unbound.slice(0, 20) }),
			...(unsaved.length > 0 && { unsaved: unsaved.slice(0, 20) }),
		};
	},

	render(answer) {
		const { unbound = [], unsaved = [], warnings = [] } = answer;
		const lines = [
			renderRunAnswer(answer),
			...warnings,
			...unbound.map(
				({ path, line, functionName, message }) =>
					`Not bound: ${functionName ?? `${path ?? ''}:${line ?? ''}`} (${message ?? 'no reason given'})`,
			),
			...(unsaved.length > 0 ? [`Unsaved, so not in the program: ${unsaved.join(', ')}`] : []),
		];
		return [lines.join('\n'), renderRunAnswer(answer)];
	},
});

/** `src/cart.js:12`, with a column after it or not. */
const PLACE = /^(?<path>.+?):(?<line>\d{1,7})(?::\d{1,5})?$/;

async function setBreakpoints(places: readonly string[], port: Breakpoints, signal: Cancellation) {
	const requests = places.map((place): BreakpointRequest => {
		const [where = '', ...conditions] = place.split(' if ');
		const { path: file, line } = PLACE.exec(where.trim())?.groups ?? {};
		if (file === undefined || line === undefined) {
			throw new ToolError('E_INVALID_PARAMS', `"${place}" is no place for a breakpoint: write it as path:line.`);
		}
		return {
			place: { kind: 'line', path: file, line: Number(line) },
			...(conditions.length > 0 && { condition: conditions.join(' if ').trim() }),
		};
	});
	const added: BreakpointRequest[] = [];
	const warnings: string[] = [];
	for (const request of requests) {
		const { updated, warning } = await port.set(request, signal);
		added.push(...(updated ? [] : [request]));
		warnings.push(...(warning === undefined ? [] : [warning]));
	}
	return {
		warnings,
		/** Those that were there before stay. */
		async remove() {
			for (const { place } of added) {
				await port.remove(place);
			}
		},
	};
}

/** Whatever the caller has cancelled meanwhile: what was started for one answer is ended. */
async function endAll(sessions: readonly DebugSession[], port: Debugger, signal: Cancellation): Promise<void> {
	for (const { id } of sessions) {
		try {
			await port.stop(id, signal);
		} catch (error) {
			if (!isToolError(error)) {
				throw error;
			}
		}
	}
}

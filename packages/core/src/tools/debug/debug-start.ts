import { z } from 'zod';
import { renderRunAnswer, runAnswer, session, toRunAnswer, toSession } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';

export const debugStart = defineTool({
	name: 'debug_start',
	title: 'Start debugging',
	description:
		'Starts a program in the debugger and waits for its first stop, its end or an error. Give one of: configuration (a name from launch.json, compounds too), path (a .js, .ts or .py file), config (a whole configuration).',
	whenToUse: 'Use it after breakpoint_set. The answer has the place, the lines around and the locals.',
	effect: 'executes',
	needs: ['debugger'],
	timeout: WAITING_TOOL_TIMEOUT,

	example: { path: 'src/main.js' },

	input: z.strictObject({
		configuration: z.string().min(1).optional().describe('Name of a launch configuration or compound.'),
		path: path.optional().describe('Program to debug; a configuration is worked out for it.'),
		config: z
			.record(z.string(), z.unknown())
			.optional()
			.describe(
				'Inline configuration, such as {"type":"node","request":"launch","program":"${workspaceFolder}/a.js"}.',
			),
		folder: z.string().min(1).optional().describe('Workspace folder name, if several have that configuration.'),
		args: z.array(z.string()).optional().describe('Arguments of the program, instead of those configured.'),
		inputs: z
			.record(z.string(), z.string())
			.optional()
			.describe('Values for ${input:id} and ${command:id} variables, by id.'),
		stopOnEntry: z.boolean().optional().describe('Stop at the first line.'),
		wait: z.boolean().default(true).describe('False answers as soon as the program runs.'),
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
		unsaved: z.array(z.string()).optional().describe('Files with unsaved edits, which the program does not have.'),
	}),

	async run({ configuration, path, config, wait, timeout, ...rest }, ports, call) {
		const given = [configuration, path, config].filter(value => value !== undefined);
		if (given.length !== 1) {
			throw new ToolError('E_INVALID_PARAMS', 'Give exactly one of "configuration", "path" and "config".');
		}
		const started = await ports.debugger.start(
			{ configuration, path, inline: config, wait, timeout, ...rest },
			call.signal,
			message => call.progress({ message }),
		);
		const { outcome, sessions, configurations, unbound, unsaved } = started;
		return {
			...toRunAnswer(outcome, call),
			sessions: sessions.slice(0, 20).map(toSession),
			...(path !== undefined && { configurations: [...configurations] }),
			...(unbound.length > 0 && { unbound: unbound.slice(0, 20) }),
			...(unsaved.length > 0 && { unsaved: unsaved.slice(0, 20) }),
		};
	},

	render(answer) {
		const { configurations = [], unbound = [], unsaved = [] } = answer;
		const lines = [
			renderRunAnswer(answer),
			...unbound.map(
				({ path, line, functionName, message }) =>
					`Not bound: ${functionName ?? `${path ?? ''}:${line ?? ''}`} (${message ?? 'no reason given'})`,
			),
			...(unsaved.length > 0 ? [`Unsaved, so not in the program: ${unsaved.join(', ')}`] : []),
			...configurations.map(configuration => `Configuration: ${JSON.stringify(configuration)}`),
		];
		return [lines.join('\n'), renderRunAnswer(answer)];
	},
});

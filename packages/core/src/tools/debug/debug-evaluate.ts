import { z } from 'zod';
import { isPlainType, session, toSession } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { defineTool } from '../../contract/tool.ts';
import { frameId, sessionId, threadId } from './shared-parameters.ts';

export const debugEvaluate = defineTool({
	name: 'debug_evaluate',
	title: 'Evaluate an expression',
	searchHint: 'evaluate expression value of variable at runtime watch inspect debugger repl',
	description: 'Evaluates an expression of the debugged language in a frame of the stopped program.',
	whenToUse: 'Use it to look at a value or try a call where the program stands; side effects are real.',
	effect: 'runs',
	needs: ['debugger'],
	requires: ['debug_start'],
	timeout: WAITING_TOOL_TIMEOUT,

	example: { expression: 'price * 2' },
	input: z.strictObject({
		expression: z.string().min(1).describe('Such as user.name or items.filter(x => !x.price).length.'),
		frameId,
		sessionId,
		threadId,
		context: z
			.enum(['repl', 'watch', 'hover', 'clipboard'])
			.default('repl')
			.describe('repl allows statements; clipboard gives the whole value where debuggers shorten it.'),
		timeout: timeoutMs(10_000),
	}),
	output: z.object({
		session,
		result: z.string(),
		resultLength: z.int().optional().describe('Length of the whole result, when only its start is given.'),
		type: z.string().optional(),
		variablesReference: z.int().optional().describe('For its children, with debug_get_variable.'),
		namedVariables: z.int().optional(),
		indexedVariables: z.int().optional(),
	}),
	async run(request, ports, { signal, budget }) {
		const { session, result } = await ports.debugger.evaluate(request, signal);
		const { value, type, reference, named, indexed } = result;
		const room = budget - 500;
		return {
			session: toSession(session),
			result: value.slice(0, room),
			...(value.length > room && { resultLength: value.length }),
			...(type !== undefined && { type }),
			...(reference !== undefined && { variablesReference: reference }),
			...(named !== undefined && { namedVariables: named }),
			...(indexed !== undefined && { indexedVariables: indexed }),
		};
	},
	render({ result, resultLength, type, variablesReference }) {
		const kind = type === undefined || isPlainType(type, result) ? '' : ` (${type})`;
		const reference = variablesReference === undefined ? '' : ` [${variablesReference}]`;
		const cut = resultLength === undefined ? '' : `\n(Only the start of ${resultLength} characters.)`;
		return [`${result}${kind}${reference}${cut}`];
	},
});

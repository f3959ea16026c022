import { z } from 'zod';
import { renderRunAnswer, runAnswer, toRunAnswer } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { defineTool } from '../../contract/tool.ts';
import { sessionId } from './shared-parameters.ts';

export const debugWaitForHit = defineTool({
	name: 'debug_wait_for_hit',
	title: 'Wait for a stop',
	searchHint: 'wait breakpoint hit stop debugger',
	description: 'Waits until the program stops or ends; answers at once if it is stopped already.',
	whenToUse:
		'Use it after something outside the debugger, such as a request, was sent to make a running program hit a breakpoint.',
	effect: 'reads',
	needs: ['debugger'],
	timeout: WAITING_TOOL_TIMEOUT,
	requires: ['debug_start'],

	example: { timeout: 10_000 },
	input: z.strictObject({ sessionId, timeout: timeoutMs(30_000) }),
	output: runAnswer,
	async run({ sessionId, timeout }, ports, call) {
		return toRunAnswer(await ports.debugger.waitForStop(sessionId, timeout, call.signal), call);
	},
	render: answer => [renderRunAnswer(answer)],
});

import { z } from 'zod';
import { renderRunAnswer, runAnswer, toRunAnswer } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { defineTool } from '../../contract/tool.ts';
import { sessionId } from './shared-parameters.ts';

export const debugRestart = defineTool({
	name: 'debug_restart',
	title: 'Restart debugging',
	searchHint: 'restart debugger session again',
	description:
		'Ends the program, starts it again with the same configuration, and waits for its first stop or its end.',
	whenToUse: 'Use it after changing code. Ids of sessions below the restarted one are new.',
	effect: 'runs',
	needs: ['debugger'],
	timeout: WAITING_TOOL_TIMEOUT,
	requires: ['debug_start'],

	example: {},
	input: z.strictObject({
		sessionId,
		wait: z.boolean().default(true).describe('False answers as soon as the program runs again.'),
		timeout: timeoutMs(30_000),
	}),
	output: runAnswer,
	async run({ sessionId, wait, timeout }, ports, call) {
		return toRunAnswer(await ports.debugger.restart(sessionId, { wait, timeout }, call.signal), call);
	},
	render: answer => [renderRunAnswer(answer)],
});

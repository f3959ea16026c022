import { z } from 'zod';
import { renderRunAnswer, runAnswer, toRunAnswer } from '../../answers/run-answer.ts';
import { timeoutMs, WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { defineTool, type Tool, type ToolFacts } from '../../contract/tool.ts';
import type { RunAction } from '../../ports/debugger.ts';
import { sessionId, threadId } from './shared-parameters.ts';

/** Tools that let a program run differ in what they do to it; what they take and answer is the same. */
export function defineRunTool({
	action,
	wait,
	...facts
}: Pick<ToolFacts, 'name' | 'title' | 'description' | 'whenToUse'> & {
	action: RunAction;
	/** Milliseconds to wait unless the agent says otherwise. */
	wait: number;
}): Tool {
	return defineTool({
		...facts,
		effect: 'executes',
		needs: ['debugger'],
		timeout: WAITING_TOOL_TIMEOUT,
		requires: ['debug_start'],
		example: {},
		input: z.strictObject({
			sessionId,
			threadId,
			timeout: timeoutMs(wait),
			locals: z.boolean().default(true).describe('False is faster.'),
		}),
		output: runAnswer,
		async run({ timeout, locals, ...target }, ports, call) {
			return toRunAnswer(await ports.debugger.run(action, target, { timeout, locals }, call.signal), call);
		},
		render: answer => [renderRunAnswer(answer)],
	});
}

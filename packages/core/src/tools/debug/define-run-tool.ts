import { z } from 'zod';
import { evaluate, evaluateAtStop } from '../../answers/evaluate-at-stop.ts';
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
}: Pick<ToolFacts, 'name' | 'title' | 'description' | 'whenToUse' | 'searchHint'> & {
	action: RunAction;
	/** Milliseconds to wait unless the agent says otherwise. */
	wait: number;
}): Tool {
	return defineTool({
		...facts,
		effect: 'steers',
		needs: ['debugger'],
		timeout: WAITING_TOOL_TIMEOUT,
		requires: ['debug_start'],
		example: {},
		input: z.strictObject({
			sessionId,
			threadId,
			timeout: timeoutMs(wait),
			locals: z.boolean().default(true).describe('False is faster.'),
			evaluate,
		}),
		output: runAnswer,
		async run({ timeout, locals, evaluate: expressions, ...target }, ports, call) {
			const outcome = await ports.debugger.run(action, target, { timeout, locals }, call.signal);
			return { ...toRunAnswer(outcome, call), ...(await evaluateAtStop(outcome, expressions, ports.debugger, call)) };
		},
		render: answer => [renderRunAnswer(answer)],
	});
}

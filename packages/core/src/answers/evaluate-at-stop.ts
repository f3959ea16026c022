import { z } from 'zod';
import type { Call } from '../contract/tool.ts';
import { isToolError } from '../errors/tool-error.ts';
import type { Debugger, RunOutcome } from '../ports/debugger.ts';
import { toVariable } from './run-answer.ts';

/** Milliseconds for one expression; what needs longer has debug_evaluate. */
const LIMIT = 10_000;

export const evaluate = z.array(z.string().min(1)).max(20).optional().describe('Expressions to evaluate at the stop.');

/** One after the other, because they may have effects; one that fails is told and stops no other. */
export async function evaluateAtStop(
	outcome: RunOutcome,
	expressions: readonly string[] | undefined,
	port: Pick<Debugger, 'evaluate'>,
	{ budget, signal }: Pick<Call, 'budget' | 'signal'>,
) {
	if (outcome.event !== 'stopped' || !expressions || expressions.length === 0) {
		return {};
	}
	const { session, threadId } = outcome.stop;
	const room = Math.floor(budget / 2 / expressions.length);
	const evaluated: (ReturnType<typeof toVariable> & { failed?: true })[] = [];
	for (const expression of expressions) {
		try {
			const request = { expression, context: 'watch', timeout: LIMIT, sessionId: session.id, threadId };
			evaluated.push(toVariable((await port.evaluate(request, signal)).result, room));
		} catch (error) {
			if (signal.cancelled || !isToolError(error)) {
				throw error;
			}
			evaluated.push({ ...toVariable({ name: expression, value: error.message }, room), failed: true });
		}
	}
	return { evaluated };
}

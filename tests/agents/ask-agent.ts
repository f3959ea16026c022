import { expect } from 'vitest';
import { ECHO } from './model/model-server.ts';
import type { AgentRun } from './run-agent.ts';
import type { Station, User } from './station.ts';

/** Lets the agent do the call that its model wants. `told` is what the model then hears of it, as text. */
export async function askAgent(
	{ model }: Station,
	user: User,
	tool: string,
	input: Record<string, unknown>,
): Promise<{ run: AgentRun; told: string }> {
	model.order(tool, input);
	const run = await user.ask();
	const { told, offered, log } = model;
	const facts = JSON.stringify({ ...run, offered, log, sent: user.sent().map(({ method }) => method) }, null, 2);
	expect(told, `The model was told nothing: ${facts}`).not.toEqual([]);
	expect(run, facts).toMatchObject({ code: 0, endedByUs: false });
	// The agent went on with the answer, to its end.
	expect(run.stdout, facts).toContain(ECHO);
	return { run, told: JSON.stringify(told) };
}

/** The type error of the sample project, in the words of TypeScript. */
export function expectTypeError(told: string): void {
	expect(told).toMatch(/\b2322\b/);
	expect(told).toContain("Type 'number' is not assignable to type 'string'.");
}

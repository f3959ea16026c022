import type { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { call, textOf } from '../mcp-clients.ts';

/** A request as the documentation of another system writes it, and what it says of the answer. */
export interface Step {
	tool: string;
	input?: Record<string, unknown>;
	/** The text of the answer: part of its data as JSON, or what the text must match. */
	says: RegExp | Record<string, unknown> | readonly unknown[];
	fails?: true;
	/** It may have to wait for a language server that has just started. */
	patient?: true;
}

/** Runs the requests one after the other, as a script would, and each unchanged. */
export async function runScript(client: Client, steps: readonly Step[]): Promise<void> {
	for (const step of steps) {
		await (step.patient ? eventually(() => take(client, step)) : take(client, step));
	}
}

async function take(client: Client, { tool, input = {}, says, fails }: Step): Promise<void> {
	const result = await call(client, tool, input);
	const text = textOf(result);
	const told = { tool, input, text };
	expect({ ...told, isError: result.isError ?? false }).toEqual({ ...told, isError: fails ?? false });
	if (says instanceof RegExp) {
		expect(told).toEqual({ ...told, text: expect.stringMatching(says) as unknown });
		return;
	}
	const data: unknown = result.structuredContent
		? { ...(result.structuredContent as { data?: object; error?: object }) }
		: JSON.parse(text);
	expect({ tool, input, data }).toMatchObject({ tool, input, data: says });
}

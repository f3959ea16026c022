import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { ToolError } from '../../src/errors/tool-error.ts';
import type { CallLog, CallRecord, StartedCall } from '../../src/runtime/call-log.ts';
import { createCancellation } from '../../src/waiting/cancellation-source.ts';
import { errorOf, runtimeOf } from '../fakes/run-tool.ts';

const MCP = { surface: 'mcp', client: { name: 'claude-code', version: '2.1' }, traceparent: '00-1-2-01' } as const;

/** Ends when its call is cancelled, and not before. */
const patient = defineTool({
	name: 'file_wait',
	title: 'Wait for a file',
	description: 'Waits.',
	whenToUse: 'In tests.',
	effect: 'edits',
	needs: [],
	input: z.strictObject({ path: z.string() }),
	output: z.object({}),
	async run(_input, _ports, { signal, progress }) {
		progress({ message: 'still waiting, ghp_0123456789abcdefghijABCDEFGHIJ012345', done: 1, total: 2 });
		await new Promise<void>(resolve => signal.onCancelled(resolve));
		return {};
	},
	render: () => ['done'],
});

function listening() {
	const started: StartedCall[] = [];
	const heard: string[] = [];
	const finished: { record: CallRecord; text: string }[] = [];
	const log: CallLog = {
		started(call) {
			started.push(call);
			return { progress: ({ message }) => void heard.push(message) };
		},
		finished: (record, { text }) => void finished.push({ record, text }),
		defect: () => undefined,
	};
	return { log, started, heard, finished };
}

describe('a call that somebody follows', () => {
	test('says who calls what, with arguments that hold no secret', async () => {
		const { log, started, heard, finished } = listening();
		const runtime = runtimeOf(patient, {}, { log, ownSecrets: () => ['the-token-of-this-window'] });
		const answer = runtime.invoke(
			'tool_call',
			{ tool: 'file_wait', arguments: { path: 'the-token-of-this-window' } },
			MCP,
		);
		const [call] = started;
		expect(call).toMatchObject({ tool: 'file_wait', name: 'claude-code', connection: 'mcp', traceparent: '00-1-2-01' });
		call?.stop();
		await answer;
		expect(JSON.stringify(call?.readArguments())).not.toContain('the-token-of-this-window');
		expect(heard.join()).not.toContain('ghp_');
		expect(finished).toHaveLength(1);
	});

	test('is stopped by the user, and its agent is told so', async () => {
		const { log, started, finished } = listening();
		const answer = runtimeOf(patient, {}, { log }).invoke('file_wait', { path: 'a.ts' }, MCP);
		expect(started[0]).toMatchObject({ tool: 'file_wait', title: 'Wait for a file', effect: 'edits' });
		expect(started[0]?.readArguments()).toEqual({ path: 'a.ts' });
		started[0]?.stop();
		expect(await errorOf(answer)).toMatchObject({
			code: 'E_CANCELLED',
			message: 'The user stopped file_wait.',
			details: { by: 'user' },
		});
		expect(finished[0]?.record.outcome).toBe('E_CANCELLED');
		expect(finished[0]?.text).toContain('The user stopped');
	});

	test('that its caller gives up is not called stopped by the user', async () => {
		const { log, started } = listening();
		const signal = createCancellation();
		const answer = runtimeOf(patient, {}, { log }).invoke('file_wait', { path: 'a.ts' }, { ...MCP, signal });
		signal.cancel();
		started[0]?.stop();
		expect((await errorOf(answer)).message).toBe('file_wait was cancelled.');
	});
});

test('a caller that the user keeps out is answered before anything is done', async () => {
	const { log, started, finished } = listening();
	const gate = ({ name }: { name: string }) => {
		throw new ToolError('E_PAUSED', `${name} has to wait.`);
	};
	const error = await errorOf(runtimeOf(patient, {}, { log, gate }).invoke('file_wait', { path: 'a.ts' }, MCP));
	expect(error).toMatchObject({ code: 'E_PAUSED', message: 'claude-code has to wait.' });
	expect(started).toHaveLength(1);
	expect(finished[0]?.record.outcome).toBe('E_PAUSED');
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Effect } from '../../src/contract/effects.ts';
import type { ToolName } from '../../src/contract/names.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { selectToolsets } from '../../src/contract/toolset-selection.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { CallRecord } from '../../src/runtime/call-log.ts';
import { createRuntime, type RuntimeOptions } from '../../src/runtime/runtime.ts';
import { toolToolset } from '../../src/tools/tool/toolset.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { dataOf, errorOf } from '../fakes/run-tool.ts';

const CLI = { surface: 'cli' } as const;

function echo(name: ToolName, effect: Effect) {
	return defineTool({
		name,
		title: name,
		description: `Echoes what ${effect}.`,
		whenToUse: '',
		effect,
		needs: [],
		input: z.strictObject({ path: z.string().describe('Path.') }),
		output: z.object({ said: z.string() }),
		run({ path }, _ports, { progress }) {
			progress({ message: 'half' });
			return Promise.resolve({ said: path });
		},
		render: ({ said }) => [said],
	});
}

function open(options: Partial<RuntimeOptions> = {}) {
	const finished: CallRecord[] = [];
	const runtime = createRuntime({
		toolsets: [
			{
				thing: 'file',
				title: 'Files',
				onByDefault: true,
				instructions: 'Files: echo.',
				tools: [echo('file_look', 'reads')],
			},
			{
				thing: 'git',
				title: 'Git',
				onByDefault: true,
				instructions: 'Git: echo.',
				tools: [echo('git_change', 'edits')],
			},
			toolToolset,
		],
		ports: {} as Ports,
		clock: new FakeClock(),
		log: { finished: record => finished.push(record), defect: (_id, cause) => console.error(cause) },
		newRequestId: () => 'request-1',
		facts: () => ({ trusted: true }),
		selection: () => selectToolsets([]),
		ownSecrets: () => [],
		route: () => undefined,
		...options,
	});
	return { runtime, finished };
}

describe('tool_read and tool_call', () => {
	test.each([
		['as the schema has it', { tool: 'file_look', arguments: { path: 'a' } }],
		['beside the name', { tool: 'file_look', path: 'a' }],
		['as JSON in a text', { tool: 'file_look', arguments: '{"path":"a"}' }],
		['under other names', { name: 'file_look', input: { path: 'a' } }],
	])('answer as the inner tool does, with arguments %s', async (_how, input) => {
		const { runtime, finished } = open();
		const steps: string[] = [];
		const call = runtime.invoke('tool_read', input, { ...CLI, progress: ({ message }) => steps.push(message) });
		expect(await dataOf(call)).toEqual({ said: 'a' });
		expect(steps).toEqual(['half']);
		expect(finished).toMatchObject([{ tool: 'file_look', outcome: 'ok' }]);
		expect(runtime.find('tool_read', input)?.name).toBe('file_look');
	});

	test('wrong arguments are answered with the schema of the inner tool', async () => {
		const { runtime, finished } = open();
		const { envelope, text } = await runtime.invoke('tool_call', { tool: 'git_change', arguments: { pth: 1 } }, CLI);
		expect(envelope).toMatchObject({
			ok: false,
			error: { code: 'E_INVALID_PARAMS', details: { inputSchema: { properties: { path: {} }, required: ['path'] } } },
		});
		expect(text).toContain('The arguments of git_change: {"type":"object","properties":{"path":');
		expect(finished).toMatchObject([{ tool: 'git_change', outcome: 'E_INVALID_PARAMS' }]);
	});

	test('tool_read refuses what does more than read, also where another window would do it', async () => {
		const forwarded: string[] = [];
		const route: RuntimeOptions['route'] = () => name => {
			forwarded.push(name);
			return Promise.reject(new Error('not to be reached'));
		};
		const { runtime } = open({ route });
		for (const projectRoot of [undefined, '/other']) {
			const input = { tool: 'git_change', arguments: { path: 'a', ...(projectRoot && { projectRoot }) } };
			const error = await errorOf(runtime.invoke('tool_read', input, CLI));
			expect(error).toMatchObject({ code: 'E_INVALID_PARAMS' });
			expect(error.message).toContain('git_change does more than read; call it with tool_call.');
		}
		expect(forwarded).toEqual([]);
	});

	test.each([
		['without a tool', {}, 'E_INVALID_PARAMS'],
		['with themselves', { tool: 'tool_call' }, 'E_INVALID_PARAMS'],
		['with arguments that are none', { tool: 'file_look', arguments: [1] }, 'E_INVALID_PARAMS'],
		['with a tool that there is not', { tool: 'file_lok', arguments: {} }, 'E_UNKNOWN_TOOL'],
	])('are refused %s', async (_how, input, code) => {
		expect(await errorOf(open().runtime.invoke('tool_call', input, CLI))).toMatchObject({ code });
	});

	test.each([
		['a toolset that is off', { selection: () => selectToolsets(['-git']) }, 'E_TOOL_DISABLED'],
		['a tool that is left out', { selection: () => selectToolsets(['-git_change']) }, 'E_TOOL_DISABLED'],
		['tool_call left out', { selection: () => selectToolsets(['-tool_call']) }, 'E_TOOL_DISABLED'],
		['a workspace without trust', { facts: () => ({ trusted: false }) }, 'E_UNTRUSTED_WORKSPACE'],
	] as const)('hold the limits of the inner tool: %s', async (_what, options, code) => {
		const { runtime } = open(options);
		const input = { tool: 'git_change', arguments: { path: 'a' } };
		expect(await errorOf(runtime.invoke('tool_call', input, CLI))).toMatchObject({ code });
	});

	test('tool_call reads where nothing may be changed', async () => {
		const { runtime } = open({ facts: () => ({ trusted: false }) });
		const input = { tool: 'file_look', arguments: { path: 'a' } };
		expect(await dataOf(runtime.invoke('tool_call', input, CLI))).toEqual({ said: 'a' });
	});
});

describe('tool_find', () => {
	test('names tools with their arguments, and the way to call them', async () => {
		const { text } = await open().runtime.invoke('tool_find', { query: 'change git' }, CLI);
		expect(text).toBe('git_change(path: string) [edits]\n  Echoes what edits.\nCall one with tool_call.');
	});

	test('gives schemas when asked', async () => {
		const data = await dataOf(open().runtime.invoke('tool_find', { query: 'look', detail: 'schemas' }, CLI));
		expect(data).toMatchObject({ total: 1, tools: [{ name: 'file_look', inputSchema: { required: ['path'] } }] });
	});

	test('without a query names the toolsets and their tools', async () => {
		const { text } = await open().runtime.invoke('tool_find', {}, CLI);
		expect(text).toContain('Git: echo.\n  git_change');
	});

	test('tells of no tool that may not be called', async () => {
		const { runtime } = open({ selection: () => selectToolsets(['-git']) });
		expect(await dataOf(runtime.invoke('tool_find', { query: 'git change' }, CLI))).toEqual({ total: 0, tools: [] });
	});
});

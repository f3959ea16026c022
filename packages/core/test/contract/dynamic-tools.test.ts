import { describe, expect, test } from 'vitest';
import { type DynamicToolset, defineDynamicTool } from '../../src/contract/dynamic-tools.ts';
import type { Tool } from '../../src/contract/tool.ts';
import { selectToolsets } from '../../src/contract/toolset-selection.ts';
import type { RuntimeOptions } from '../../src/runtime/runtime.ts';
import { dataOf, errorOf, runtimeOf } from '../fakes/run-tool.ts';

const CLI = { surface: 'cli' } as const;

function greeting(name: `relay_${string}`, description = 'Greets.'): Tool {
	return defineDynamicTool({
		name,
		title: 'Greet',
		description,
		effect: 'runs',
		inputJsonSchema: {
			type: 'object',
			properties: {
				who: { type: 'string', minLength: 1, maxLength: 4 },
				times: { type: 'integer', minimum: 1, maximum: 9 },
				tone: { enum: ['warm', 'cold'] },
				tags: { type: 'array', items: { type: 'string', minLength: 1 } },
			},
			required: ['who'],
			additionalProperties: false,
		},
		run: input => Promise.resolve({ data: { input }, texts: [`Hello ${String(input['who'])}`] }),
	});
}

function open(options: Partial<RuntimeOptions> = {}) {
	const toolset: DynamicToolset & { tools: readonly Tool[] } = {
		thing: 'relay',
		title: 'Relayed',
		onByDefault: true,
		instructions: '',
		tools: [greeting('relay_greet')],
		onDidChange: () => () => undefined,
	};
	return {
		toolset,
		runtime: runtimeOf(greeting('relay_unused'), {}, { toolsets: [], dynamic: [toolset], ...options }),
	};
}

describe('tools that are known at run time only', () => {
	test('are listed, found and called like built-in ones', async () => {
		const { runtime } = open();
		expect(runtime.list()).toMatchObject([
			{ name: 'relay_greet', description: 'Greets.', thing: 'relay', effect: 'runs', plainText: true },
		]);
		expect(runtime.find('relay_greet')?.inputSchema).toMatchObject({ properties: { who: {}, projectRoot: {} } });
		const { text, envelope } = await runtime.invoke('relay_greet', { who: 'you' }, CLI);
		expect({ text, ok: envelope.ok }).toEqual({ text: 'Hello you', ok: true });
	});

	test('appear in the list when they come, and cannot be called when they have gone', async () => {
		const { runtime, toolset } = open();
		const before = runtime.list();
		expect(runtime.list()[0]).toBe(before[0]);
		toolset.tools = [greeting('relay_wave', 'Waves.')];
		expect(runtime.list().map(({ name }) => name)).toEqual(['relay_wave']);
		expect(await errorOf(runtime.invoke('relay_greet', { who: 'you' }, CLI))).toMatchObject({ code: 'E_UNKNOWN_TOOL' });
		expect(await dataOf(runtime.invoke('relay_wave', { who: 'you' }, CLI))).toEqual({ input: { who: 'you' } });
	});

	test('obey the choice of toolsets and the trust in the workspace', async () => {
		const off = open({ selection: () => selectToolsets(['default', '-relay']) }).runtime;
		expect(off.list()).toEqual([]);
		expect(await errorOf(off.invoke('relay_greet', { who: 'you' }, CLI))).toMatchObject({ code: 'E_TOOL_DISABLED' });
		const untrusted = open({ facts: () => ({ trusted: false }) }).runtime;
		expect(await errorOf(untrusted.invoke('relay_greet', { who: 'you' }, CLI))).toMatchObject({
			code: 'E_UNTRUSTED_WORKSPACE',
		});
	});

	test('of another project are left to its window, also where this one has none of that name', async () => {
		const meta = { requestId: 'r', timestamp: '', duration: 0 };
		const forwarded = { envelope: { ok: true, type: 'success', data: { there: true }, meta }, text: '' } as const;
		const { runtime } = open({ route: () => () => Promise.resolve(forwarded) });
		expect(await dataOf(runtime.invoke('custom_theirs', { projectRoot: '/other' }, CLI))).toEqual({ there: true });
		expect(await errorOf(runtime.invoke('custom_theirs', {}, CLI))).toMatchObject({ code: 'E_UNKNOWN_TOOL' });
	});

	test('a call within the call of a custom tool takes no second place in the queue, and stays in this window', async () => {
		const { runtime, toolset } = open({
			capacity: { running: 1, waiting: 0 },
			route: () => () => Promise.reject(new Error()),
		});
		const inner = () => runtime.invoke('relay_greet', { who: '🙂🙂🙂🙂' }, { surface: 'custom' });
		const outer = defineDynamicTool({
			...{ name: 'custom_outer', title: 'Outer', description: 'Calls.', effect: 'runs' },
			inputJsonSchema: { type: 'object' },
			run: async () => ({ data: { inner: (await inner()).text }, texts: [''] }),
		});
		toolset.tools = [...toolset.tools, outer];
		expect(await dataOf(runtime.invoke('custom_outer', {}, CLI))).toEqual({ inner: 'Hello 🙂🙂🙂🙂' });
		const elsewhere = runtime.invoke('relay_greet', { who: 'you', projectRoot: '/other' }, { surface: 'custom' });
		expect(await errorOf(elsewhere)).toMatchObject({ code: 'E_INVALID_PARAMS' });
	});

	test.each([
		[{}, 'The argument "who" is missing (string).'],
		[{ who: 3 }, 'The argument "who" is wrong: it must be of type string.'],
		[{ who: 'you', times: 1.5 }, 'The argument "times" is wrong: it must be of type integer.'],
		[{ who: 'you', tone: 'loud' }, 'The argument "tone" is wrong: it must be one of "warm", "cold".'],
		[{ who: '' }, 'The argument "who" is wrong: it must have at least 1 character.'],
		[{ who: '🙂🙂🙂🙂🙂' }, 'The argument "who" is wrong: it must have at most 4 characters.'],
		[{ who: 'you', times: 0 }, 'The argument "times" is wrong: it must be at least 1.'],
		[{ who: 'you', times: 10 }, 'The argument "times" is wrong: it must be at most 9.'],
		[{ who: 'you', tags: ['a', 1] }, 'The argument "tags.1" is wrong: it must be of type string.'],
		[{ who: 'you', tme: 1 }, 'There is no argument "tme"; did you mean "times"?'],
	])('%j is refused with the reason', async (input, sentence) => {
		const error = await errorOf(open().runtime.invoke('relay_greet', input, CLI));
		expect(error).toMatchObject({ code: 'E_INVALID_PARAMS', hint: 'This tool takes: who, times, tone, tags.' });
		expect(error.message).toContain(sentence);
	});
});

import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineOtherName } from '../../src/contract/dialect.ts';
import { defineTool, type ToolDefinition } from '../../src/contract/tool.ts';
import { selectToolsets } from '../../src/contract/toolset-selection.ts';
import { ToolError } from '../../src/errors/tool-error.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { CallRecord } from '../../src/runtime/call-log.ts';
import { createCancellation } from '../../src/waiting/cancellation-source.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { dataOf, errorOf, runtimeOf } from '../fakes/run-tool.ts';

const input = z.strictObject({ path: z.string(), limit: z.int().positive().default(5) });
const output = z.object({ echo: z.string() });
type Definition = ToolDefinition<typeof input, typeof output, keyof Ports>;

function echoTool(overrides: Partial<Definition> = {}) {
	return defineTool<typeof input, typeof output, keyof Ports>({
		name: 'file_echo',
		title: 'Echo',
		description: 'Echoes.',
		whenToUse: 'In tests.',
		effect: 'reads',
		needs: [],
		aliases: ['echo_file'],
		input,
		output,
		run: ({ path }) => Promise.resolve({ echo: path }),
		render: ({ echo }) => [echo],
		...overrides,
	});
}

const CLI = { surface: 'cli' } as const;

describe('finding the tool', () => {
	test('a tool answers to its name and to its aliases with the same envelope', async () => {
		const runtime = runtimeOf(echoTool(), {});
		const byName = await runtime.invoke('file_echo', { path: 'a' }, CLI);
		const byAlias = await runtime.invoke('echo_file', { path: 'a' }, CLI);
		expect(byName.envelope).toEqual(byAlias.envelope);
		expect(byName.envelope).toMatchObject({ ok: true, type: 'success', data: { echo: 'a' } });
	});

	test('an unknown name is answered with the nearest one', async () => {
		const error = await errorOf(runtimeOf(echoTool(), {}).invoke('file_ecko', {}, CLI));
		expect(error).toMatchObject({
			code: 'E_UNKNOWN_TOOL',
			message: 'There is no tool "file_ecko"; did you mean "file_echo"?',
			details: { nearest: 'file_echo' },
		});
	});

	test('a toolset that is switched off is not listed and cannot be called', async () => {
		const runtime = runtimeOf(echoTool(), {}, { selection: () => selectToolsets(['default', '-file']) });
		expect(runtime.list()).toEqual([]);
		expect(await errorOf(runtime.invoke('file_echo', { path: 'a' }, CLI))).toMatchObject({ code: 'E_TOOL_DISABLED' });
	});
});

describe('arguments', () => {
	test.each([
		[{ path: 'a', file: 'b' }, 'There is no argument "file"; did you mean "path"?'],
		[{ pth: 'a' }, 'There is no argument "pth"; did you mean "path"?'],
		[{ path: 'a', limit: 1, maxResults: 3 }, 'There is no argument "maxResults"; did you mean "limit"?'],
		[{ path: 'a', colour: 'red' }, 'There is no argument "colour".'],
		[{}, 'The argument "path" is missing (string).'],
		[{ path: 3 }, 'The argument "path" is wrong:'],
		[[], 'The arguments must be a JSON object.'],
		['text', 'The arguments must be a JSON object.'],
		[{ path: 'a', projectRoot: 7 }, 'The argument "projectRoot" must be a string'],
	])('%j is refused with the reason', async (rawInput, sentence) => {
		const error = await errorOf(runtimeOf(echoTool(), {}).invoke('file_echo', rawInput, CLI));
		expect(error.code).toBe('E_INVALID_PARAMS');
		expect(error.message).toContain(sentence);
	});

	test('no arguments at all are an empty object', async () => {
		const error = await errorOf(runtimeOf(echoTool(), {}).invoke('file_echo', undefined, CLI));
		expect(error.hint).toBe('This tool takes: path, limit, projectRoot.');
	});
});

describe('projectRoot', () => {
	test('a call for another project is forwarded once, with the path, because that window may have several folders', async () => {
		const forward = vi.fn(() =>
			Promise.resolve({
				envelope: { ok: true, type: 'success', data: { from: 'elsewhere' }, meta: META } as const,
				text: 'elsewhere',
			}),
		);
		const runtime = runtimeOf(echoTool(), {}, { route: () => forward });
		const reply = await runtime.invoke('echo_file', { path: 'a', projectRoot: '/other' }, CLI);
		expect(reply.text).toBe('elsewhere');
		expect(forward).toHaveBeenCalledExactlyOnceWith(
			'file_echo',
			{ path: 'a', projectRoot: '/other' },
			expect.objectContaining({ surface: 'cli', requestId: 'request-1' }),
		);
	});

	test('a call that was forwarded already goes no further', async () => {
		const route = vi.fn();
		const runtime = runtimeOf(echoTool(), {}, { route });
		const data = await dataOf(
			runtime.invoke('file_echo', { path: 'a', projectRoot: '/other' }, { surface: 'forward' }),
		);
		expect(data).toEqual({ echo: 'a' });
		expect(route).not.toHaveBeenCalled();
	});

	test.each([
		[
			'a toolset that is off',
			'file_echo',
			{ selection: () => selectToolsets(['default', '-file']) },
			'E_TOOL_DISABLED',
		],
		['an alias of it', 'echo_file', { selection: () => selectToolsets(['symbol']) }, 'E_TOOL_DISABLED'],
		[
			'a tool that is not for untrusted workspaces',
			'file_echo',
			{ facts: () => ({ trusted: false }) },
			'E_UNTRUSTED_WORKSPACE',
		],
		[
			'a custom tool of the other window',
			'custom_x',
			{ selection: () => selectToolsets(['default', '-custom']) },
			'E_TOOL_DISABLED',
		],
		[
			'a custom tool from an untrusted workspace',
			'custom_x',
			{ facts: () => ({ trusted: false }) },
			'E_UNTRUSTED_WORKSPACE',
		],
		[
			'a relayed tool from an untrusted workspace',
			'relay_x',
			{ facts: () => ({ trusted: false }) },
			'E_UNTRUSTED_WORKSPACE',
		],
	] as const)(
		'%s is refused by the sender, before the other window hears of it',
		async (_what, name, options, code) => {
			for (const surface of ['mcp', 'stdio', 'cli', 'rest', 'language-model', 'files'] as const) {
				const forward = vi.fn();
				const runtime = runtimeOf(echoTool({ effect: 'edits' }), {}, { route: () => forward, ...options });
				const error = await errorOf(runtime.invoke(name, { path: 'a', projectRoot: '/other' }, { surface }));
				expect(error).toMatchObject({ code });
				expect(error.message).toContain('the window that would send the call on to /other');
				expect(forward).not.toHaveBeenCalled();
			}
		},
	);

	test('a name of another system is sent on only when every tool that it can become is allowed here', async () => {
		const other = defineOtherName({
			name: 'theirs',
			tools: ['window_echo', 'file_echo'],
			input: z.object({}),
			translate: () => ({ tool: 'window_echo', input: {} }),
		});
		const forward = vi.fn();
		const toolset = { title: 'Test', onByDefault: true, instructions: '' };
		const runtime = runtimeOf(
			echoTool(),
			{},
			{
				toolsets: [
					{ ...toolset, thing: 'file', tools: [echoTool()] },
					{ ...toolset, thing: 'window', tools: [echoTool({ name: 'window_echo', aliases: [] })] },
				],
				dialects: [{ name: 'other', title: 'Other', names: [other] }],
				selection: () => selectToolsets(['default', '-file']),
				route: () => forward,
			},
		);
		expect(await errorOf(runtime.invoke('theirs', { projectRoot: '/other' }, CLI))).toMatchObject({
			code: 'E_TOOL_DISABLED',
		});
		expect(forward).not.toHaveBeenCalled();
	});

	test('a call that was sent on hears which window refused it', async () => {
		const runtime = runtimeOf(echoTool(), {}, { selection: () => selectToolsets(['default', '-file']) });
		const error = await errorOf(
			runtime.invoke('file_echo', { path: 'a', projectRoot: '/other' }, { surface: 'forward' }),
		);
		expect(error.message).toBe('The toolset "file" is switched off in the window of /other.');
	});
});

describe('policy', () => {
	test.each([
		['reads', true],
		['queries', true],
		['shows', true],
		['edits', false],
		['steers', false],
		['runs', false],
		['lasts', false],
	] as const)('in a workspace that is not trusted a tool that %s may run: %s', async (effect, allowed) => {
		const run = vi.fn(() => Promise.resolve({ echo: 'x' }));
		const runtime = runtimeOf(echoTool({ effect, run }), {}, { facts: () => ({ trusted: false }) });
		const { envelope } = await runtime.invoke('file_echo', { path: 'a' }, CLI);
		expect(envelope.ok ? 'ok' : envelope.error.code).toBe(allowed ? 'ok' : 'E_UNTRUSTED_WORKSPACE');
		expect(run).toHaveBeenCalledTimes(allowed ? 1 : 0);
	});
});

describe('time and cancellation', () => {
	test('a tool that does not finish is told to stop, and the caller is told why', async () => {
		const clock = new FakeClock();
		let stopped = false;
		const run: Definition['run'] = (_input, _ports, { signal }) =>
			new Promise(() => signal.onCancelled(() => (stopped = true)));
		const runtime = runtimeOf(echoTool({ run, timeout: 1000 }), {}, { clock });
		const reply = runtime.invoke('file_echo', { path: 'a' }, CLI);
		await settle();
		clock.pass(999);
		expect(stopped).toBe(false);
		clock.pass(1);
		expect(await errorOf(reply)).toMatchObject({ code: 'E_TIMEOUT', details: { timeout: 1000 } });
		expect(stopped).toBe(true);
		expect(clock.pending).toBe(0);
	});

	test.each([
		['the tool has its own time', { timeout: 1000 }, {}, 1000],
		['a caller can shorten it', { timeout: 1000 }, { timeout: 100 }, 100],
		['a caller can lengthen it', { timeout: 1000 }, { timeout: 100_000 }, 100_000],
		['a caller cannot ask for more than the maximum', { timeout: 1000 }, { timeout: 3_600_000 }, 600_000],
		['a tool may take longer than that maximum', { timeout: 700_000 }, { timeout: 3_600_000 }, 700_000],
		['a default does not touch the time of the tool', { timeout: 1000 }, { defaultTimeout: 100 }, 1000],
		['a default is for tools without a time of their own', {}, { defaultTimeout: 45_000 }, 45_000],
		['a caller goes before its default', {}, { defaultTimeout: 45_000, timeout: 50 }, 50],
		['half a minute is the default', {}, {}, 30_000],
	])('the time of a call: %s', async (_title, tool, request, expected) => {
		const clock = new FakeClock();
		const run: Definition['run'] = () => new Promise(() => undefined);
		const reply = runtimeOf(echoTool({ run, ...tool }), {}, { clock }).invoke(
			'file_echo',
			{ path: 'a' },
			{ ...CLI, ...request },
		);
		await settle();
		clock.pass(expected);
		expect(await errorOf(reply)).toMatchObject({ code: 'E_TIMEOUT', details: { timeout: expected } });
	});

	test('cancellation reaches the tool and is not a failure of it', async () => {
		const clock = new FakeClock();
		const cancellation = createCancellation();
		let stopped = false;
		const run: Definition['run'] = (_input, _ports, { signal }) =>
			new Promise(() => signal.onCancelled(() => (stopped = true)));
		const runtime = runtimeOf(echoTool({ run }), {}, { clock });
		const reply = runtime.invoke('file_echo', { path: 'a' }, { ...CLI, signal: cancellation });
		await settle();
		cancellation.cancel();
		expect(await errorOf(reply)).toMatchObject({ code: 'E_CANCELLED' });
		expect(stopped).toBe(true);
		expect(clock.pending).toBe(0);
	});

	test('a call that was cancelled before it began does not run', async () => {
		const run = vi.fn();
		const cancellation = createCancellation();
		cancellation.cancel();
		const reply = runtimeOf(echoTool({ run }), {}).invoke('file_echo', { path: 'a' }, { ...CLI, signal: cancellation });
		expect(await errorOf(reply)).toMatchObject({ code: 'E_CANCELLED' });
		expect(run).not.toHaveBeenCalled();
	});

	test('progress reaches the caller', async () => {
		const progress = vi.fn();
		const run: Definition['run'] = (_input, _ports, call) => {
			call.progress({ message: 'half', done: 1, total: 2 });
			return Promise.resolve({ echo: 'x' });
		};
		await runtimeOf(echoTool({ run }), {}).invoke('file_echo', { path: 'a' }, { ...CLI, progress });
		expect(progress).toHaveBeenCalledExactlyOnceWith({ message: 'half', done: 1, total: 2 });
	});
});

describe('capacity', () => {
	test('calls beyond the capacity wait their turn, and beyond that are refused', async () => {
		const releases: (() => void)[] = [];
		const run: Definition['run'] = ({ path }) => new Promise(resolve => releases.push(() => resolve({ echo: path })));
		const runtime = runtimeOf(echoTool({ run }), {}, { capacity: { running: 1, waiting: 1 } });
		const first = runtime.invoke('file_echo', { path: '1' }, CLI);
		const second = runtime.invoke('file_echo', { path: '2' }, CLI);
		await settle();
		expect(await errorOf(runtime.invoke('file_echo', { path: '3' }, CLI))).toMatchObject({ code: 'E_CAPACITY' });
		expect(releases).toHaveLength(1);
		releases[0]?.();
		expect(await dataOf(first)).toEqual({ echo: '1' });
		await settle();
		releases[1]?.();
		expect(await dataOf(second)).toEqual({ echo: '2' });
	});

	test('a call that is cancelled while it waits leaves the queue', async () => {
		const releases: (() => void)[] = [];
		const run: Definition['run'] = ({ path }) => new Promise(resolve => releases.push(() => resolve({ echo: path })));
		const runtime = runtimeOf(echoTool({ run }), {}, { capacity: { running: 1, waiting: 1 } });
		const cancellation = createCancellation();
		const first = runtime.invoke('file_echo', { path: '1' }, CLI);
		const waiting = runtime.invoke('file_echo', { path: '2' }, { ...CLI, signal: cancellation });
		await settle();
		cancellation.cancel();
		expect(await errorOf(waiting)).toMatchObject({ code: 'E_CANCELLED' });
		const third = runtime.invoke('file_echo', { path: '3' }, CLI);
		releases[0]?.();
		await first;
		await settle();
		releases[1]?.();
		expect(await dataOf(third)).toEqual({ echo: '3' });
	});
});

describe('answers', () => {
	test('the first text that fits is sent, with a note and the argument that narrows', async () => {
		const render = () => ['x'.repeat(300), 'short', 'shorter'] as const;
		const runtime = runtimeOf(echoTool({ render, budget: 150, narrowBy: ['limit'] }), {});
		const { text } = await runtime.invoke('file_echo', { path: 'a' }, CLI);
		expect(text).toBe('short\n(Shortened: the full answer has 300 characters; narrow the question with limit.)');
	});

	test('a program can take more than an agent', async () => {
		const render = () => ['x'.repeat(300), 'short'] as const;
		const runtime = runtimeOf(echoTool({ render, budget: 150 }), {});
		expect((await runtime.invoke('file_echo', { path: 'a' }, { ...CLI, budget: 1000 })).text).toHaveLength(300);
		expect((await runtime.invoke('file_echo', { path: 'a' }, { ...CLI, budget: 10 })).text).toMatch(/^short/);
	});

	test('secrets are taken out of text and data, and the answer says so', async () => {
		const key = `-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----`;
		const runtime = runtimeOf(echoTool(), {}, { ownSecrets: () => ['own-token'] });
		const { envelope, text } = await runtime.invoke('file_echo', { path: `${key} own-token` }, CLI);
		expect(text).not.toMatch(/abc|own-token/);
		expect(text).toMatch(/secrets? redacted/);
		expect(JSON.stringify(envelope)).not.toMatch(/abc|own-token/);
		expect(envelope.meta.redacted).toBeGreaterThan(0);
	});

	test('characters that a user cannot see are shown', async () => {
		const { text } = await runtimeOf(echoTool(), {}).invoke('file_echo', { path: 'a\u001B[31mb\u{E0041}\u202Ec' }, CLI);
		expect(text).toBe('a\\u{1B}[31mb\\u{E0041}\\u{202E}c');
	});

	test.each([
		['tags', 'a\u{E0041}b', 'a\\u{E0041}b'],
		['characters without width', 'a\u200Bb\u2060c\uFEFFd\u00ADe', 'a\\u{200B}b\\u{2060}c\\u{FEFF}d\\u{AD}e'],
		['selectors that carry bytes', 'a\u{E0100}\u{E0101}', 'a\\u{E0100}\\u{E0101}'],
		['a selector after a letter', 'a\uFE0F\uFE01', 'a\\u{FE0F}\\u{FE01}'],
		['joiners between letters', 'pay\u200Dload', 'pay\\u{200D}load'],
		['emoji and joining scripts stay', '\u2764\uFE0F \u{1F468}\u200D\u{1F469} \u0646\u200C\u0647', undefined],
	])('structured data shows what the text shows: %s', async (_what, given, shown = given) => {
		const run = () => Promise.resolve({ echo: given });
		const { envelope, text } = await runtimeOf(echoTool({ run, render: ({ echo }) => [echo] }), {}).invoke(
			'file_echo',
			{ path: 'a' },
			CLI,
		);
		expect(text).toBe(shown);
		expect(envelope).toMatchObject({ data: { echo: shown } });
	});

	test('data of bulky plain text stays as it is, for programs that write it back', async () => {
		const given = 'a\u200Bb\u202E';
		const run = () => Promise.resolve({ echo: given });
		const tool = echoTool({ run, render: ({ echo }) => [echo], plainText: true });
		const { envelope, text } = await runtimeOf(tool, {}).invoke('file_echo', { path: 'a' }, CLI);
		expect(text).toBe('a\\u{200B}b\\u{202E}');
		expect(envelope).toMatchObject({ data: { echo: given } });
	});

	test('failures and progress show hidden characters too', async () => {
		const steps: string[] = [];
		const run = (_input: unknown, _ports: unknown, { progress }: { progress: (step: { message: string }) => void }) => {
			progress({ message: 'step\u200B' });
			return Promise.reject(new ToolError('E_INVALID_PARAMS', 'no\u200B', { details: { 'a\u200B': 'b\u{E0041}' } }));
		};
		const progress = ({ message }: { message: string }) => void steps.push(message);
		const reply = await runtimeOf(echoTool({ run }), {}).invoke('file_echo', { path: 'a' }, { ...CLI, progress });
		expect(steps).toEqual(['step\\u{200B}']);
		expect(reply.envelope).toMatchObject({
			error: { message: 'no\\u{200B}', details: { 'a\\u{200B}': 'b\\u{E0041}' } },
		});
	});

	test('a tool that breaks its own output schema is a defect, and the stack stays in the log', async () => {
		const defect = vi.fn();
		const run = () => Promise.resolve({ echo: 7 as unknown as string });
		const log = { finished: () => undefined, defect };
		const error = await errorOf(runtimeOf(echoTool({ run }), {}, { log }).invoke('file_echo', { path: 'a' }, CLI));
		expect(error).toMatchObject({
			code: 'E_INTERNAL',
			message: 'Hawser failed; the log has request request-1.',
			details: {},
		});
		expect(defect).toHaveBeenCalledExactlyOnceWith('request-1', expect.objectContaining({ name: 'ZodError' }));
	});

	test('every call is logged once, without its arguments', async () => {
		const records: CallRecord[] = [];
		const log = { finished: (record: CallRecord) => void records.push(record), defect: () => undefined };
		const runtime = runtimeOf(echoTool(), {}, { log });
		await runtime.invoke('file_echo', { path: 'secret-name' }, CLI);
		await runtime.invoke('nothing_here', {}, { surface: 'mcp' });
		expect(records.map(({ tool, surface, outcome }) => ({ tool, surface, outcome }))).toEqual([
			{ tool: 'file_echo', surface: 'cli', outcome: 'ok' },
			{ tool: 'nothing_here', surface: 'mcp', outcome: 'E_UNKNOWN_TOOL' },
		]);
		expect(JSON.stringify(records)).not.toContain('secret-name');
	});
});

const META = { requestId: 'r', timestamp: 't', duration: 0 };

/** Lets everything run that is ready to run. */
function settle(): Promise<void> {
	return new Promise(resolve => setImmediate(resolve));
}

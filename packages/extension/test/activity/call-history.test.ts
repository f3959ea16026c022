import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { CallRecord, StartedCall } from '@hawser/core/runtime/call-log.ts';
import { describe, expect, test } from 'vitest';
import { createCallHistory } from '../../src/activity/call-history.ts';
import { fileOf, subjectOf } from '../../src/activity/call-subject.ts';
import { callAsJson, shownAgents, shownCall, shownDetails } from '../../src/activity/shown-activity.ts';

const TITLES = new Map([['file_read', 'Datei lesen']]);

let requests = 0;

function startedCall(input: unknown = { path: 'src/cart.ts' }, facts: Partial<StartedCall> = {}): StartedCall {
	return {
		requestId: `request-${++requests}`,
		tool: 'file_read',
		title: 'Read a file',
		effect: 'reads',
		surface: 'stdio',
		connection: 'session-1',
		client: { name: 'claude-code', version: '2.1' },
		name: 'claude-code',
		startedAt: 1000,
		readArguments: () => input,
		stop: () => undefined,
		...facts,
	};
}

function record({ requestId, tool, surface }: StartedCall, outcome: CallRecord['outcome'] = 'ok'): CallRecord {
	return { requestId, tool, surface, timestamp: '', duration: 12, outcome };
}

function reply(text: string, data: Record<string, unknown> = {}): Reply {
	const meta = { requestId: '', timestamp: '', duration: 12 };
	return { envelope: { ok: true, type: 'success', data, meta }, text };
}

describe('the history of calls', () => {
	test('follows a call from its start over its progress to its end', () => {
		const history = createCallHistory();
		const heard: number[] = [];
		history.listen(id => heard.push(id));
		const call = startedCall();
		const follower = history.started(call);
		follower.progress({ message: 'half', done: 1, total: 2 });
		const [known] = history.calls.values();
		expect(known && shownCall(known, TITLES)).toMatchObject({
			title: 'Datei lesen',
			subject: 'src/cart.ts',
			outcome: 'running',
			progress: 'half',
			share: 0.5,
			group: 'looks',
		});
		history.finished(record(call), reply('é', { terminal: '3' }));
		expect(known).toMatchObject({ outcome: 'ok', duration: 12, answer: 'é', bytes: 2, terminal: '3' });
		expect(known && shownDetails(known, TITLES)).toMatchObject({
			arguments: '{\n  "path": "src/cart.ts"\n}',
			terminal: '3',
		});
		expect(JSON.parse(known ? callAsJson(known) : '')).toMatchObject({
			arguments: { path: 'src/cart.ts' },
			answer: 'é',
		});
		expect(heard).toEqual([1, 1, 1]);
	});

	test('keeps the last 2,000 calls and a bounded number of characters, and forgets the oldest', () => {
		const history = createCallHistory();
		for (let index = 0; index < 2500; index++) {
			const call = startedCall({ text: 'x'.repeat(30_000) });
			history.started(call);
			history.finished(record(call), reply('y'.repeat(30_000)));
		}
		expect(history.calls.size).toBe(2000);
		expect(history.count).toBe(2500);
		const texts = [...history.calls.values()].flatMap(({ arguments: input, answer }) => [input ?? '', answer ?? '']);
		expect(texts.reduce((sum, text) => sum + text.length, 0)).toBeLessThan(4_100_000);
		const [oldest] = history.calls.values();
		expect(oldest && shownDetails(oldest, TITLES).answer).toContain('No longer kept');
		expect([...history.calls.values()].at(-1)?.answer).toHaveLength(20_001);
	});

	test('a call that is forgotten while it runs, or that nobody began, ends without a trace', () => {
		const history = createCallHistory();
		const first = startedCall();
		history.started(first);
		for (let index = 0; index < 2000; index++) {
			history.started(startedCall());
		}
		history.finished(record(first), reply('late'));
		history.finished(record(startedCall()), reply('never begun'));
		expect(history.calls.has(1)).toBe(false);
		history.clear();
		expect(history.calls.size).toBe(2000);
	});
});

test('agents are told with what they do; those that the user disconnected stay in the list', () => {
	const history = createCallHistory();
	history.started(startedCall({ command: 'npm test' }, { tool: 'custom_test', title: 'Run a command' }));
	const there = {
		connection: 'session-1',
		name: 'claude-code',
		version: '2.1',
		surface: 'stdio',
		way: 'MCP over stdio',
		since: 5,
	} as const;
	expect(
		shownAgents([there], [{ connection: 'old', name: 'codex' }], { history, titles: TITLES, folders: [] }),
	).toEqual([
		expect.objectContaining({ name: 'claude-code', busy: true, out: false, doing: 'Run a command: npm test' }),
		expect.objectContaining({ name: 'codex', busy: false, out: true, doing: '' }),
	]);
});

test('the folder of an agent is told unless it is the only one of the window', () => {
	const agent = {
		connection: 'a',
		name: 'codex',
		surface: 'stdio',
		way: 'MCP over stdio',
		since: 5,
		folder: '/projects/shop',
	} as const;
	const history = createCallHistory();
	const folderIn = (folders: readonly string[]) =>
		shownAgents([agent], [], { history, titles: TITLES, folders })[0]?.folder;
	expect(folderIn(['/projects/shop'])).toBe('');
	expect(folderIn(['/projects/shop', '/projects/docs'])).toBe('/projects/shop');
	expect(folderIn(['/projects'])).toBe('/projects/shop');
	expect(folderIn([])).toBe('/projects/shop');
});

describe('what a call is about', () => {
	test.each([
		[{ path: 'src/cart.ts', line: 3 }, 'src/cart.ts:3'],
		[{ command: 'npm\n  test' }, 'npm test'],
		[{ symbol: 'total', path: 'src/cart.ts' }, 'total · src/cart.ts'],
		[{ edits: [{ path: 'a.ts' }, { path: 'b.ts' }, { path: 'c.ts' }] }, 'a.ts and 2 more'],
		[{ paths: ['a.ts'] }, 'a.ts'],
		[{ from: 'a.ts', to: 'b.ts' }, 'a.ts'],
		[{ limit: 5 }, ''],
		['not an object', ''],
	])('%j', (input, subject) => {
		expect(subjectOf(input)).toBe(subject);
	});

	test('is one line, and not a long one', () => {
		expect(subjectOf({ command: 'x'.repeat(5000) })).toHaveLength(200);
	});

	test('has a file where the arguments name one', () => {
		expect(fileOf({ edits: [{ path: 'a.ts' }] })).toEqual({ path: 'a.ts' });
		expect(fileOf({ command: 'ls' })).toBeUndefined();
	});
});

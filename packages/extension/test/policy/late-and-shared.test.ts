import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mode } from '@hawser/core/policy/rule.ts';
import type { CallToAdmit } from '@hawser/core/runtime/call-policy.ts';
import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { userRulesFile } from '@hawser/link/user-rules.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOpenQuestions } from '../../src/editor/questions/open-questions.ts';
import { type CallPolicyOptions, createCallPolicy } from '../../src/policy/call-policy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CALL: CallToAdmit = {
	tool: { name: 'terminal_run', title: 'Run a command', effect: 'runs' },
	input: { command: 'npm test' },
	paths: [],
	onlyThesePaths: false,
	command: { line: 'npm test', ordinaryShell: true },
	asksByItself: false,
	reviewable: false,
	surface: 'mcp',
	connection: 'one',
	agent: 'ada',
	who: 'ada 1 (by its own word)',
};
const BOB: Partial<CallToAdmit> = { connection: 'two', agent: 'bob', who: 'bob 2 (by its own word)' };

/** A policy whose questions stand in a view, as they do in a window. */
function policyOf(options: Partial<CallPolicyOptions> & { fixed?: Mode } = {}) {
	const home = mkdtempSync(join(tmpdir(), 'hawser-late-'));
	const open = createOpenQuestions({ onChange: () => undefined, folder: () => '' });
	const policy = createCallPolicy({
		rulesFile: userRulesFile(home),
		mode: () => options.fixed ?? 'ask',
		folders: () => [home],
		isPosixShell: () => true,
		digestsOf: () => Promise.resolve([]),
		questions: open,
		chatAsks: () => true,
		attendance: {},
		reviews: { review: () => Promise.reject(new Error('nothing to review')) },
		warn: () => undefined,
		...options,
	});
	const call = async (more: Partial<CallToAdmit> = {}, signal = NEVER_CANCELLED) => {
		try {
			await policy.admit(() => ({ ...CALL, ...more }), { signal });
			return 'admitted';
		} catch (cause) {
			return cause as { code: string; message: string; hint: string; details: Record<string, unknown> };
		}
	};
	const answer = async (key: string, words?: string) => {
		await vi.advanceTimersByTimeAsync(0);
		const [question] = open.questions;
		open.answer({ id: question?.id ?? '', digest: question?.digest ?? '', key, ...(words !== undefined && { words }) });
		await vi.advanceTimersByTimeAsync(0);
	};
	return { policy, call, answer, open, home };
}

test('after 50 s the agent is told to go on and that it may repeat the call; the question stays, and says so', async () => {
	const { call, open } = policyOf();
	const refused = call();
	await vi.advanceTimersByTimeAsync(49_000);
	expect(open.questions).toMatchObject([{ late: false, sentence: 'An agent wants to run code.' }]);
	await vi.advanceTimersByTimeAsync(2_000);
	expect(await refused).toMatchObject({
		code: 'E_DENIED',
		details: { by: 'nobody', answered: false },
		hint: expect.stringContaining('same call with the same arguments') as string,
	});
	expect(open.questions).toMatchObject([{ late: true, asker: 'ada 1 (by its own word)' }]);
	await vi.advanceTimersByTimeAsync(10 * 60_000);
	expect(open.questions).toEqual([]);
});

test('a late yes is worth one call of the same agent with the same arguments', async () => {
	const { call, answer, open } = policyOf();
	const refused = call();
	await vi.advanceTimersByTimeAsync(51_000);
	await refused;
	await answer('once');
	expect(open.questions).toEqual([]);
	const other = call({ input: { command: 'npm test', cwd: 'x' } });
	await answer('deny');
	expect(await other).toMatchObject({ details: { by: 'user' } });
	const stranger = call(BOB);
	await answer('deny');
	expect(await stranger).toMatchObject({ details: { by: 'user' } });
	expect(await call()).toBe('admitted');
	const again = call();
	await answer('deny');
	expect(await again).toMatchObject({ details: { by: 'user' } });
});

test('a late yes is worth nothing after ten minutes', async () => {
	const { call, answer } = policyOf();
	const refused = call();
	await vi.advanceTimersByTimeAsync(51_000);
	await refused;
	await answer('once');
	await vi.advanceTimersByTimeAsync(10 * 60_000 + 1);
	const again = call();
	await answer('deny');
	expect(await again).toMatchObject({ details: { by: 'user' } });
});

test('whoever asks again while the question stands late finds the same one, waiting again', async () => {
	const { call, answer, open } = policyOf();
	const refused = call();
	await vi.advanceTimersByTimeAsync(51_000);
	await refused;
	const again = call();
	await vi.advanceTimersByTimeAsync(0);
	expect(open.questions).toMatchObject([{ late: false }]);
	await answer('once');
	expect(await again).toBe('admitted');
});

test('an agent that is known to wait is given four minutes, with signs of life', async () => {
	const { policy, open } = policyOf();
	const told: string[] = [];
	const claude = { ...CALL, agent: 'claude-code', who: 'claude-code 2.1' };
	const refused = Promise.resolve(
		policy.admit(() => claude, { signal: NEVER_CANCELLED, progress: ({ message }) => told.push(message) }),
	).catch((cause: unknown) => cause);
	await vi.advanceTimersByTimeAsync(200_000);
	expect(open.questions).toMatchObject([{ late: false }]);
	expect(told).toHaveLength(10);
	await vi.advanceTimersByTimeAsync(41_000);
	expect(await refused).toMatchObject({ message: expect.stringContaining('within 240 s') as string });
	await vi.advanceTimersByTimeAsync(60_000);
	expect(told).toHaveLength(11);
});

test('two agents that want the same are one question that names both, and a yes is for both', async () => {
	const { call, answer, open } = policyOf();
	const [ada, bob] = [call(), call(BOB)];
	await vi.advanceTimersByTimeAsync(0);
	expect(open.questions).toMatchObject([
		{ sentence: '2 agents want to run code.', asker: 'ada 1 (by its own word) and bob 2 (by its own word)' },
	]);
	await answer('once');
	expect(await Promise.all([ada, bob])).toEqual(['admitted', 'admitted']);
});

test('a yes until they go is for each agent that was named, and for no other', async () => {
	const { call, answer, policy } = policyOf();
	const [ada, bob] = [call(), call(BOB)];
	await answer('agent');
	expect(await Promise.all([ada, bob])).toEqual(['admitted', 'admitted']);
	expect(await Promise.all([call(), call(BOB)])).toEqual(['admitted', 'admitted']);
	const carl = call({ connection: 'three', who: 'carl' });
	await answer('deny');
	expect(await carl).toMatchObject({ details: { by: 'user' } });
	policy.ended('one');
	const gone = call();
	await answer('deny', 'not again');
	expect(await gone).toMatchObject({ details: { by: 'user', says: 'not again' } });
	expect(await call(BOB)).toBe('admitted');
});

test('an answer to a card that has changed since counts for nothing', async () => {
	const { call, open } = policyOf();
	const ada = call();
	await vi.advanceTimersByTimeAsync(0);
	const [first] = open.questions;
	const bob = call(BOB);
	await vi.advanceTimersByTimeAsync(0);
	open.answer({ id: first?.id ?? '', digest: first?.digest ?? '', key: 'once' });
	await vi.advanceTimersByTimeAsync(0);
	expect(open.questions).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(51_000);
	expect(await Promise.all([ada, bob])).toMatchObject([{ code: 'E_DENIED' }, { code: 'E_DENIED' }]);
});

test('a call that is cancelled takes its question along', async () => {
	const { call, open } = policyOf();
	const source = createCancellation();
	const cancelled = call({}, source);
	await vi.advanceTimersByTimeAsync(0);
	source.cancel();
	expect(await cancelled).toMatchObject({ code: 'E_CANCELLED' });
	expect(open.questions).toEqual([]);
});

test('not more than twenty late questions stay', async () => {
	const { call, open } = policyOf();
	const calls = Array.from({ length: 25 }, (_, index) => call({ input: { command: 'npm test', index } }));
	await vi.advanceTimersByTimeAsync(52_000);
	await Promise.all(calls);
	expect(open.questions.length).toBeLessThanOrEqual(21);
});

test('a rule with a digest holds while what it runs stays the same', async () => {
	let digest = 'aa';
	const { call, answer, home } = policyOf({ digestsOf: () => Promise.resolve([digest]) });
	writeFileSync(
		join(home, 'rules.json'),
		JSON.stringify({ rules: [{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'], digest: 'aa' }] }),
		{ mode: 0o600 },
	);
	expect(await call()).toBe('admitted');
	digest = 'bb';
	const changed = call();
	await answer('deny');
	expect(await changed).toMatchObject({ details: { by: 'user' } });
});

test('in a shell that is not understood, only the exact line is allowed', async () => {
	const { call, answer, home } = policyOf({ isPosixShell: () => false });
	const rules = [
		{ decision: 'allow', tool: 'terminal_run', command: ['npm'] },
		{ decision: 'allow', command: ['npm test'] },
	];
	writeFileSync(join(home, 'rules.json'), JSON.stringify({ rules }), { mode: 0o600 });
	expect(await call()).toBe('admitted');
	const other = call({ command: { line: 'npm publish', ordinaryShell: true } });
	await answer('deny');
	expect(await other).toMatchObject({ details: { by: 'user' } });
});

const GUARDED = { agent: 'one', name: 'ada', version: '1', who: 'ada 1', tool: 'file_write', signal: NEVER_CANCELLED };

test.each([
	['no rule', 'guarded', [], false],
	['a rule for the tool alone', 'guarded', [{ decision: 'allow', tool: 'file_write' }], false],
	['a rule that names it', 'ask', [{ decision: 'allow', effect: 'guarded', tool: 'file_write' }], true],
	['a rule that names it for this agent', 'ask', [{ decision: 'allow', effect: 'guarded', agent: 'ada/1*' }], true],
	['a rule that names it for another', 'ask', [{ decision: 'allow', effect: 'guarded', agent: 'bob' }], false],
	['a rule that names it for another path', 'ask', [{ decision: 'allow', effect: 'guarded', path: '.idea' }], false],
	['a rule that names it for this path', 'ask', [{ decision: 'allow', effect: 'guarded', path: '.vscode' }], true],
] as const)('what is guarded: %s', (_, fixed, rules, allowed) => {
	const { policy, home } = policyOf({ fixed });
	writeFileSync(join(home, 'rules.json'), JSON.stringify({ rules }), { mode: 0o600 });
	expect(policy.guard(GUARDED, [join(home, '.vscode/settings.json')])).toBe(allowed);
});

test.each([
	['the mode "read-only"', 'read-only', []],
	[
		'a rule that denies',
		'guarded',
		[
			{ decision: 'deny', path: '.vscode' },
			{ decision: 'allow', effect: 'guarded' },
		],
	],
] as const)('what is guarded is refused without a question by %s', (_, fixed, rules) => {
	const { policy, home } = policyOf({ fixed });
	writeFileSync(join(home, 'rules.json'), JSON.stringify({ rules }), { mode: 0o600 });
	expect(() => policy.guard(GUARDED, [join(home, '.vscode/settings.json')])).toThrow('does what is guarded');
});

test('the chat asks by itself, unless the user told it to ask about nothing', async () => {
	const chat = { surface: 'language-model', connection: 'language-model' } as const;
	expect(await policyOf().call(chat)).toBe('admitted');
	const { call, answer } = policyOf({ chatAsks: () => false });
	const asked = call(chat);
	await answer('deny');
	expect(await asked).toMatchObject({ details: { by: 'user' } });
});

test.each([
	'hawser rules add allow tool=*',
	'"hawser" rules remove 1',
	'cat > ~/.hawser/rules.json',
	'code --x hawser.mode=guarded',
])('in every mode a command that may change what agents may do is asked about: %s', async line => {
	const { policy, answer, open } = policyOf({ fixed: 'guarded' });
	const command = { line, ordinaryShell: true };
	const call = { ...CALL, input: { command: line }, command };
	const asked = Promise.resolve(policy.admit(() => call, { signal: NEVER_CANCELLED, line })).catch(
		(cause: unknown) => cause,
	);
	await vi.advanceTimersByTimeAsync(0);
	expect(open.questions[0]?.answers.map(({ key }) => key)).toEqual(['once', 'deny']);
	await answer('deny');
	expect(await asked).toMatchObject({ code: 'E_DENIED' });
});

test('to look at the rules needs no answer', () => {
	const { policy } = policyOf({ fixed: 'guarded' });
	for (const line of ['hawser rules', 'hawser rules explain terminal_run', 'cat rules.json']) {
		expect(policy.admit(() => CALL, { signal: NEVER_CANCELLED, line })).toBeUndefined();
	}
});

test('a rule that the user has narrowed is stored once and in no wider form, also where two agents waited', async () => {
	const { call, open, home } = policyOf();
	const waiting = [call(), call(BOB)];
	await vi.advanceTimersByTimeAsync(0);
	const [question] = open.questions;
	open.answer({
		id: question?.id ?? '',
		key: 'rule',
		digest: question?.digest ?? '',
		values: { tool: 'terminal_run', command: 'npm test', agent: 'ada' },
	});
	vi.useRealTimers();
	expect(await Promise.all(waiting)).toEqual(['admitted', 'admitted']);
	expect(JSON.parse(readFileSync(join(home, 'rules.json'), 'utf8'))).toEqual({
		rules: [{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'], agent: 'ada' }],
	});
});

import { describe, expect, test } from 'vitest';
import { EFFECTS } from '../../src/contract/effects.ts';
import { decide, type PolicyCall } from '../../src/policy/decide.ts';
import { MODES, type Rule, readRule } from '../../src/policy/rule.ts';
import { suggestRule } from '../../src/policy/suggest-rule.ts';

const CALL: PolicyCall = {
	tool: 'file_write',
	effect: 'edits',
	agent: 'claude-code 2.1',
	folders: ['/home/me/shop'],
	paths: ['src/cart.ts'],
	onlyThesePaths: true,
};
const NOW = Date.parse('2026-11-17T12:00:00Z');

function decision(rules: readonly Rule[], call: Partial<PolicyCall> = {}, mode: (typeof MODES)[number] = 'guarded') {
	return decide({ ...CALL, ...call }, rules, mode, NOW).decision;
}

test('the mode decides where no rule does', () => {
	const table = Object.fromEntries(
		MODES.map(mode => [mode, EFFECTS.map(effect => `${effect} ${decision([], { effect }, mode)}`).join(', ')]),
	);
	expect(table).toEqual({
		'read-only': 'reads allow, queries allow, shows allow, edits deny, steers deny, runs deny, lasts deny',
		ask: 'reads allow, queries allow, shows allow, edits ask, steers allow, runs ask, lasts ask',
		guarded: 'reads allow, queries allow, shows allow, edits allow, steers allow, runs allow, lasts allow',
	});
});

test('deny wins over ask, ask over allow, and every rule over the mode', () => {
	const rules: readonly Rule[] = [{ decision: 'allow' }, { decision: 'ask' }, { decision: 'deny' }];
	expect(decision(rules)).toBe('deny');
	expect(decision(rules.slice(0, 2))).toBe('ask');
	expect(decision(rules.slice(0, 1), {}, 'read-only')).toBe('allow');
});

describe('a rule is about a call when all its fields fit', () => {
	test.each<[Partial<Rule>, boolean]>([
		[{ tool: 'file_write' }, true],
		[{ tool: 'file_*' }, true],
		[{ tool: '*_write' }, true],
		[{ tool: 'file' }, false],
		[{ tool: '*x*' }, false],
		[{ effect: ['edits', 'runs'] }, true],
		[{ effect: ['runs'] }, false],
		[{ agent: 'Claude*' }, true],
		[{ agent: 'codex*' }, false],
		[{ folder: '/home/me/shop' }, true],
		[{ folder: '/home/me' }, true],
		[{ folder: '/home/me/sho' }, false],
		[{ path: 'src' }, true],
		[{ path: '*.md' }, false],
		[{ until: '2026-11-17T13:00:00Z' }, true],
		[{ until: '2026-11-17T11:00:00Z' }, false],
		[{ command: ['npm'] }, false],
	])('%j: %s', (fields, fits) => {
		expect(decision([{ decision: 'deny', ...fields }])).toBe(fits ? 'deny' : 'allow');
		expect(decision([{ decision: 'allow', ...fields }], {}, 'read-only')).toBe(fits ? 'allow' : 'deny');
	});
});

test('a rule for a folder allows only what is in it, and forbids in every window that has it', () => {
	const folders = ['/home/me/shop', '/home/me/other'];
	const rule = { folder: '/home/me/other' };
	expect(decision([{ decision: 'deny', ...rule }], { folders })).toBe('deny');
	expect(decision([{ decision: 'allow', ...rule }], { folders }, 'ask')).toBe('ask');
	expect(decision([{ decision: 'allow', folder: '/home/me' }], { folders }, 'ask')).toBe('allow');
	expect(decision([{ decision: 'allow', ...rule }], { folders: [] }, 'ask')).toBe('ask');
});

test.each([
	['C:\\work', 'C:\\work\\proj', true],
	['C:\\work', 'c:\\Work', true],
	['c:/work/', 'C:\\work\\proj', true],
	['C:\\', 'c:\\work', true],
	['C:\\work', 'C:\\workshop', false],
	['\\\\server\\share', '\\\\SERVER\\share\\proj', true],
	['/home/me', '/home/Me/shop', false],
])('a rule for the folder %s holds in %s: %s', (folder, project, holds) => {
	expect(decision([{ decision: 'deny', folder }], { folders: [project] })).toBe(holds ? 'deny' : 'allow');
	expect(decision([{ decision: 'allow', folder }], { folders: [project] }, 'ask')).toBe(holds ? 'allow' : 'ask');
});

test('a rule about paths allows only what is certain, and forbids what may be', () => {
	const src = { path: 'src' };
	expect(decision([{ decision: 'allow', ...src }], { paths: ['src/a.ts', 'b.ts'] }, 'ask')).toBe('ask');
	expect(decision([{ decision: 'allow', ...src }], { onlyThesePaths: false }, 'ask')).toBe('ask');
	expect(decision([{ decision: 'allow', ...src }], { paths: [] }, 'ask')).toBe('ask');
	expect(decision([{ decision: 'deny', ...src }], { paths: ['src/a.ts', 'b.ts'] })).toBe('deny');
});

test('each command of a line may be allowed by another rule', () => {
	const command = { line: 'git log | head', ordinaryShell: true };
	const call = { tool: 'terminal_run', effect: 'runs', paths: [], command } as const;
	const rules: readonly Rule[] = [
		{ decision: 'allow', command: ['git', 'log'] },
		{ decision: 'allow', command: ['head'] },
	];
	expect(decision(rules, call, 'ask')).toBe('allow');
	expect(decision(rules.slice(1), call, 'ask')).toBe('ask');
	expect(decision([...rules, { decision: 'deny', command: ['head'] }], call)).toBe('deny');
});

describe('a rule that is not understood is none', () => {
	test.each([
		'allow',
		{},
		{ decision: 'yes' },
		{ decision: 'deny', tools: 'file_write' },
		{ decision: 'deny', tool: 7 },
		{ decision: 'deny', effect: 'destroys' },
		{ decision: 'deny', command: 'rm' },
		{ decision: 'deny', command: [] },
		{ decision: 'deny', command: [''] },
		{ decision: 'deny', command: ['rm', 1] },
		{ decision: 'deny', until: 'tomorrow' },
		{ decision: 'deny', path: '../x' },
	])('%j', value => {
		expect(typeof readRule(value)).toBe('string');
	});

	test('one word for the effect is enough', () => {
		expect(readRule({ decision: 'ask', effect: 'runs' })).toEqual({ decision: 'ask', effect: ['runs'] });
	});
});

describe('what is guarded', () => {
	const GUARDED = { effect: 'guarded' } as const;

	test.each<[string, readonly Rule[], (typeof MODES)[number], string]>([
		['asks without a rule', [], 'guarded', 'ask'],
		['asks in spite of a rule that allows everything', [{ decision: 'allow' }], 'guarded', 'ask'],
		['asks in spite of a rule for its effect', [{ decision: 'allow', effect: ['edits'] }], 'guarded', 'ask'],
		['yields to a rule that names it', [{ decision: 'allow', effect: ['guarded'] }], 'ask', 'allow'],
		[
			'is refused by a rule that denies',
			[{ decision: 'allow', effect: ['guarded'] }, { decision: 'deny' }],
			'ask',
			'deny',
		],
		[
			'is asked about by a rule that asks',
			[{ decision: 'allow', effect: ['guarded'] }, { decision: 'ask' }],
			'ask',
			'ask',
		],
		['is refused in the mode "read-only"', [], 'read-only', 'deny'],
	])('%s', (_, rules, mode, expected) => {
		expect(decision(rules, GUARDED, mode)).toBe(expected);
	});

	test('a rule that names it says nothing of ordinary calls', () => {
		expect(decision([{ decision: 'allow', effect: ['guarded'] }], {}, 'ask')).toBe('ask');
	});
});

test.each<[string, boolean]>([
	['claude-code', true],
	['claude-code*', true],
	['claude-code/2.*', true],
	['Claude-Code/2.1', true],
	['claude-code/3*', false],
	['claude', false],
])('the agent claude-code 2.1 is %s: %s', (agent, fits) => {
	const call = { agent: 'claude-code', version: '2.1' };
	expect(decision([{ decision: 'deny', agent }], call)).toBe(fits ? 'deny' : 'allow');
});

test('a yes to several commands in one line is for that line, as long as its scripts stay the same', () => {
	const line = 'npm i && npm test';
	const runs = (command: string, digests: readonly string[] = []): Partial<PolicyCall> => ({
		...{ tool: 'terminal_run', effect: 'runs', digests },
		command: { line: command, ordinaryShell: true },
	});
	const asked = { ...CALL, ...runs(line, ['aa', 'bb']) };
	const rules = [suggestRule(asked)];
	expect(rules).toEqual([{ decision: 'allow', tool: 'terminal_run', command: [line], digest: 'aa+bb' }]);
	expect(decision(rules, runs(line, ['aa', 'bb']), 'ask')).toBe('allow');
	expect(decision(rules, runs(line, ['aa', 'cc']), 'ask')).toBe('ask');
	expect(decision(rules, runs(line, ['aa']), 'ask')).toBe('ask');
	expect(decision(rules, runs(`${line} && rm x`, ['aa', 'bb']), 'ask')).toBe('ask');
	expect(decision(rules, runs('npm test', ['aa', 'bb']), 'ask')).toBe('ask');
	const plain = [suggestRule({ ...CALL, ...runs('ls && pwd') })];
	expect(decision(plain, runs('ls && pwd'), 'ask')).toBe('allow');
	expect(decision(plain, runs('ls'), 'ask')).toBe('ask');
});

test('a rule with a digest allows only what still has it', () => {
	const rules: readonly Rule[] = [{ decision: 'allow', digest: 'aa' }];
	expect(decision(rules, { digests: ['aa'] }, 'ask')).toBe('allow');
	expect(decision(rules, { digests: ['bb'] }, 'ask')).toBe('ask');
	// What else a call may run was not allowed with it.
	expect(decision(rules, { digests: ['aa', 'bb'] }, 'ask')).toBe('ask');
	expect(decision([{ decision: 'allow', digest: 'aa+bb' }], { digests: ['aa', 'bb'] }, 'ask')).toBe('allow');
	expect(decision(rules, {}, 'ask')).toBe('ask');
	expect(readRule({ decision: 'deny', digest: 'aa' })).toContain('belongs to a rule that allows');
});

test('a rule about commands never allows what is typed into a terminal', () => {
	const rules: readonly Rule[] = [{ decision: 'allow', command: ['y'] }];
	expect(decision(rules, { tool: 'terminal_send', effect: 'runs' }, 'ask')).toBe('ask');
});

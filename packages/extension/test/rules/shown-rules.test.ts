import { describeEffect, EFFECTS } from '@hawser/core/contract/effects.ts';
import type { Rule } from '@hawser/core/policy/rule.ts';
import { describeRule } from '@hawser/core/policy/suggest-rule.ts';
import { expect, test } from 'vitest';
import { allowingFields, readRuleForm, ruleFields } from '../../src/rules/rule-form.ts';
import { ruleInWords } from '../../src/rules/rule-words.ts';
import { indexOfKey, shownRules } from '../../src/rules/shown-rules.ts';
import { effectInWords } from '../../src/words/effect-words.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');
const RULES: readonly Rule[] = [
	{ decision: 'deny', tool: 'file_write' },
	{ decision: 'allow', tool: 'test_run', folder: '/home/me/other' },
	{ decision: 'allow', until: '2026-11-17T11:00:00Z' },
];

test('every rule is shown in words, with whether it holds in this window', () => {
	const shown = shownRules(RULES, ['/home/me/shop'], NOW);
	expect(shown.map(({ text }) => text)).toEqual([
		'deny file_write',
		'allow test_run, in /home/me/other',
		'allow every tool, until 2026-11-17T11:00:00Z',
	]);
	expect(shown.map(({ whyNot }) => whyNot)).toEqual([
		'',
		'Does not hold in this window, which has another folder',
		'Its time is over',
	]);
});

test('users read a rule in their language, and in English it is what agents and the command line read', () => {
	const rules: readonly Rule[] = [
		...RULES,
		{ decision: 'ask', effect: ['edits', 'guarded'], path: 'src/**', agent: 'codex*' },
		{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'], digest: '0123456789abcdef' },
		{ decision: 'deny', command: ['npm ci && npm test'] },
	];
	expect(rules.map(ruleInWords)).toEqual(rules.map(describeRule));
	expect(EFFECTS.map(effectInWords)).toEqual(EFFECTS.map(describeEffect));
});

test('hidden characters are named in the words, and beside the field', () => {
	const rule: Rule = { decision: 'allow', command: ['npm run \u202Etset'] };
	const [shown] = shownRules([rule], [], NOW);
	expect(shown?.text).toContain('\\u{202E}');
	const field = ruleFields(rule).find(({ name }) => name === 'command');
	expect(field).toMatchObject({ value: 'npm run \u202Etset', visible: 'npm run \\u{202E}tset' });
});

test('a key means the rule as it was shown', () => {
	const [, second] = shownRules(RULES, [], NOW);
	const key = second?.key ?? '';
	expect(indexOfKey(RULES, key)).toBe(1);
	expect(indexOfKey(RULES.slice(1), key)).toBeUndefined();
	expect(indexOfKey([RULES[0] ?? { decision: 'ask' }, { decision: 'allow', tool: 'test_run' }], key)).toBeUndefined();
});

test('a form gives back the rule that is in it, and keeps what it has no field for', () => {
	for (const rule of RULES) {
		const values = Object.fromEntries(ruleFields(rule).map(({ name, value }) => [name, value]));
		expect(readRuleForm(values, rule)).toEqual(rule);
	}
	expect(readRuleForm({ tool: 'x', decision: '' }, { decision: 'deny' })).toContain('"decision"');
});

test('the form of a question has no decision, and no value can bring one in', () => {
	const [rule = { decision: 'deny' }] = RULES;
	expect(allowingFields(rule).map(({ name }) => name)).not.toContain('decision');
	expect(readRuleForm({ tool: 'file_read', constructor: 'x' }, { decision: 'allow' })).toEqual({
		decision: 'allow',
		tool: 'file_read',
	});
});

test('a folder that is not a full path would never hold, so it is refused', () => {
	expect(readRuleForm({ decision: 'deny', folder: 'src' }, {})).toContain('full path');
});

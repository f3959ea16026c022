import { describe, expect, test } from 'vitest';
import type { Rule } from '../../src/policy/rule.ts';
import { ruleFromTexts, textsOfRule } from '../../src/policy/rule-texts.ts';

describe('a rule survives being shown as texts and read again', () => {
	test.each<Rule>([
		{ decision: 'deny' },
		{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'] },
		{ decision: 'allow', command: ['git', 'commit', '-m', 'a b'] },
		{ decision: 'allow', command: ['echo', "it's"] },
		{ decision: 'allow', command: ['echo', '$HOME'] },
		{ decision: 'allow', command: ['echo', ''] },
		{ decision: 'allow', command: ['echo $HOME > x'] },
		{ decision: 'allow', command: ['echo one\necho two'] },
		{ decision: 'ask', effect: ['runs', 'lasts'], agent: 'codex*', folder: '/home/me', path: 'src/**' },
		{ decision: 'ask', until: '2027-01-31T18:00:00Z' },
	])('%j', rule => {
		expect(ruleFromTexts(textsOfRule(rule))).toEqual(rule);
	});
});

test('empty texts are no fields, and blanks around a text do not count', () => {
	expect(ruleFromTexts({ decision: ' deny ', tool: ' file_write ', agent: '', path: '  ' })).toEqual({
		decision: 'deny',
		tool: 'file_write',
	});
});

test('a field that is not among the texts stays, and one that was emptied goes', () => {
	const before: Rule = { decision: 'allow', tool: 'test_run', agent: 'codex*' };
	expect(ruleFromTexts({ tool: 'file_read', agent: '' }, before)).toEqual({ decision: 'allow', tool: 'file_read' });
});

test('what is wrong is said', () => {
	expect(ruleFromTexts({ decision: 'maybe' })).toContain('"decision"');
	expect(ruleFromTexts({ decision: 'deny', effect: 'runs,destroys' })).toContain('"effect"');
	expect(ruleFromTexts({ decision: 'deny', until: 'tomorrow' })).toContain('"until"');
	expect(ruleFromTexts({ decision: 'deny', tools: 'x' })).toContain('no field "tools"');
});

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withEnvironmentRules } from '../src/environment-rules.ts';
import { userRulesFile } from '../src/user-rules.ts';

const home = () => mkdtempSync(join(tmpdir(), 'hawser-environment-'));
const RULES = '{"rules": [{"decision": "allow", "tool": "test_run"}]}';

test('rules come from the environment that started the editor, as JSON or as a path', () => {
	const place = home();
	const file = join(place, 'ci.json');
	writeFileSync(file, RULES, { mode: 0o600 });
	for (const value of [RULES, file]) {
		const { rules, problem } = withEnvironmentRules(userRulesFile(home()), { HAWSER_RULES: value }).read();
		expect([rules, problem]).toEqual([[{ decision: 'allow', tool: 'test_run' }], undefined]);
	}
});

test('they stand beside those of the user, and are not written into the file', async () => {
	const own = userRulesFile(home());
	const both = withEnvironmentRules(own, { HAWSER_RULES: RULES });
	await both.change(rules => [...rules, { decision: 'deny', tool: 'git_sync' }]);
	expect(both.read().rules.map(({ tool }) => tool)).toEqual(['test_run', 'git_sync']);
	expect(own.read().rules.map(({ tool }) => tool)).toEqual(['git_sync']);
});

test('a rule that another window adds while this one stands still stays', async () => {
	const own = userRulesFile(home());
	let runs = 0;
	await own.change(rules => {
		if (runs++ === 0) {
			rmSync(`${own.path}.lock`);
			writeFileSync(own.path, RULES, { mode: 0o600 });
		}
		return [...rules, { decision: 'deny', tool: 'git_sync' }];
	});
	expect(own.read().rules.map(({ tool }) => tool)).toEqual(['test_run', 'git_sync']);
});

test.each([
	['rules.json', 'absolute path'],
	['/no/such/file', 'There is no file'],
	['{"rules": [{"decision": "maybe"}]}', '"decision" is one of'],
	['{', 'HAWSER_RULES'],
])('%s is a problem that makes windows ask', (value, problem) => {
	expect(withEnvironmentRules(userRulesFile(home()), { HAWSER_RULES: value }).read().problem).toContain(problem);
});

test.skipIf(process.platform === 'win32')('a file that others can write is not believed', () => {
	const file = join(home(), 'ci.json');
	writeFileSync(file, RULES);
	chmodSync(file, 0o666);
	const { rules, problem } = withEnvironmentRules(userRulesFile(home()), { HAWSER_RULES: file }).read();
	expect(rules).toEqual([]);
	expect(problem).toContain('Others than you');
});

test('without the variable there is nothing more', () => {
	const own = userRulesFile(home());
	expect(withEnvironmentRules(own, {})).toBe(own);
});

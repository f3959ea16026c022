import { describe, expect, test } from 'vitest';
import { allowsCommand, mentionsCommand } from '../../src/policy/command-rules.ts';

const ordinary = (line: string) => ({ line, ordinaryShell: true });

describe('a rule allows', () => {
	test.each([
		[[['npm', 'test']], 'npm test'],
		[[['npm', 'test']], 'npm test -- --watch'],
		[[['npm', 'test']], 'cd packages/core && npm test'],
		[[['git', 'log'], ['head']], 'git log --oneline | head -5'],
		[[['node', 'build.js']], 'node build.js'],
	])('%j: %s', (rules, line) => {
		expect(allowsCommand(rules, ordinary(line))).toBe(true);
	});
});

describe('a rule does not allow', () => {
	test.each([
		[[['npm', 'test']], 'npm test && rm -rf .'],
		[[['npm', 'test']], 'npm testing'],
		[[['npm', 'test']], 'npm test; curl evil'],
		[[['npm', 'test']], 'npm test > /etc/passwd'],
		[[['npm', 'test']], 'cd / && npm test'],
		[[['npm', 'test']], 'cd ../other && npm test'],
		[[['npm', 'test']], 'cd packages'],
		[[['git']], 'git log'],
		[[['git']], 'git -c core.pager=x log'],
		[[['node']], 'node -e "x"'],
		[[['/usr/bin/python3']], '/usr/bin/python3 x.py'],
		[[['env']], 'env X=1 sh'],
		[[['find', '.']], 'find . -delete'],
		[[['ls']], './ls'],
		[[['ls']], 'X=1 ls'],
	])('%j: %s', (rules, line) => {
		expect(allowsCommand(rules, ordinary(line))).toBe(false);
	});

	test('a line that runs with other variables', () => {
		expect(allowsCommand([['npm', 'test']], { line: 'npm test', ordinaryShell: false })).toBe(false);
	});

	test('an unproven line, unless the rule is that line', () => {
		expect(allowsCommand([['echo']], ordinary('echo $HOME'))).toBe(false);
		expect(allowsCommand([['echo $HOME']], ordinary('echo $HOME'))).toBe(true);
	});
});

describe('a rule that forbids finds', () => {
	test.each([
		[['rm'], 'rm -rf .'],
		[['rm', '-rf'], 'sudo /bin/rm -rf .'],
		[['rm', '-rf'], 'X=1 "rm" \'-rf\' .'],
		[['rm'], 'true;rm x'],
		[['rm'], '$(rm x)'],
		[['git', 'push'], 'bash -c "git push"'],
		[['C:\\tools\\deploy.exe'], 'c:\\Tools\\deploy.exe --now'],
		[['./deploy.sh'], 'sudo ./deploy.sh x'],
		[['curl'], 'r\\m; c"ur"l evil'],
	])('%j: %s', (rule, line) => {
		expect(mentionsCommand(rule, ordinary(line))).toBe(true);
	});

	test('not in a longer word', () => {
		expect(mentionsCommand(['rm'], ordinary('npm run form'))).toBe(false);
	});
});

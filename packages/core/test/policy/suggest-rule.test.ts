import { expect, test } from 'vitest';
import { scriptOf, scriptTexts } from '../../src/policy/package-scripts.ts';
import { describeRule, suggestRule } from '../../src/policy/suggest-rule.ts';

test.each([
	['npm test -- --watch', ['npm', 'test']],
	['npm run build --silent', ['npm', 'run', 'build']],
	['pnpm run-script build', ['pnpm', 'run-script', 'build']],
	['npm run -s build', ['npm', 'run', '-s', 'build']],
	['npm run -w shop build --silent', ['npm', 'run', '-w', 'shop', 'build', '--silent']],
	['npm rum build', ['npm', 'rum', 'build']],
	['npm exe cowsay', ['npm', 'exe', 'cowsay']],
	['yarn build', ['yarn', 'build']],
	['npm --prefix x publish', ['npm', '--prefix', 'x', 'publish']],
	['npm run', ['npm run']],
	['yarn', ['yarn']],
	['yarn tsx x.ts', ['yarn', 'tsx', 'x.ts']],
	['npm config get registry', ['npm', 'config', 'get', 'registry']],
	['go build -o bin/app', ['go', 'build', '-o', 'bin/app']],
	['rg x --pre cat', ['rg', 'x', '--pre', 'cat']],
	['ls src', ['ls', 'src']],
	['node build.js', ['node', 'build.js']],
	['npm test && rm x', ['npm test && rm x']],
	['echo $HOME', ['echo $HOME']],
])('%s: a longer yes allows %j', (line, command) => {
	expect(suggestRule({ tool: 'terminal_run', command: { line, ordinaryShell: true } }).command).toEqual(command);
});

test('in a shell that is not understood, a longer yes is for the line as it is', () => {
	const command = { line: 'npm test', ordinaryShell: false };
	expect(suggestRule({ tool: 'terminal_run', command }).command).toEqual(['npm test']);
});

test('a longer yes holds for what one script does, and says so', () => {
	const rule = suggestRule({ tool: 'task_run', digests: ['0123456789abcdef'] });
	expect(rule).toEqual({ decision: 'allow', tool: 'task_run', digest: '0123456789abcdef' });
	expect(describeRule(rule)).toBe('allow task_run, as long as what it runs stays the same (01234567)');
	const several = { decision: 'allow', tool: 'task_run', digest: 'a+b' };
	expect(suggestRule({ tool: 'task_run', digests: ['a', 'b'] })).toEqual(several);
});

test.each([
	['npm test', 'test'],
	['npm t', 'test'],
	['npm run build', 'build'],
	['npm run --silent build', 'build'],
	['npm run-s build', 'build'],
	['npm urn build', 'build'],
	['npm run -w shop build', undefined],
	['npm run', undefined],
	['npm publish', undefined],
	['npm constructor', undefined],
	['npm -x run build', undefined],
	['yarn build', 'build'],
	['yarn --cwd x', undefined],
	['pnpm run build', 'build'],
	['make test', undefined],
])('%s runs the script %s', (line, script) => {
	expect(scriptOf(line.split(' '))).toBe(script);
});

test('a script is all that it runs of its manifest', () => {
	const scripts = { test: 'npm run lint && vitest', pretest: 'tsc', lint: 'eslint .', postlint: 'x', build: 'esbuild' };
	expect(scriptTexts(scripts, 'test')?.map(([name]) => name)).toEqual(['lint', 'postlint', 'pretest', 'test']);
	expect(scriptTexts(scripts, 'deploy')).toBeUndefined();
	const patterns = {
		check: 'run-s "lint:*" types',
		'lint:js': 'eslint .',
		'lint:css': 'x',
		types: 'tsc',
		build: 'esbuild',
	};
	expect(scriptTexts(patterns, 'check')?.map(([name]) => name)).toEqual(['check', 'lint:css', 'lint:js', 'types']);
	expect(scriptTexts({ test: 'npm run test' }, 'test')).toEqual([['test', 'npm run test']]);
});

test('a rule for a whole line is not told as the beginning of one', () => {
	const command = ['npm test && git push'];
	expect(describeRule({ decision: 'allow', tool: 'terminal_run', command })).toBe(
		'allow terminal_run, with the line: npm test && git push',
	);
});

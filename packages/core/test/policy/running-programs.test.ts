import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowsCommand } from '../../src/policy/command-rules.ts';
import { suggestRule } from '../../src/policy/suggest-rule.ts';

const quoted = (words: readonly string[]) => words.map(word => (/^[\w./:=@+-]+$/.test(word) ? word : `'${word}'`));
const lineOf = (words: readonly string[]) => ({ line: quoted(words).join(' '), ordinaryShell: true });

/** Ways to start another program or to write a file, each behind words that somebody may well have allowed. */
const WAYS: readonly (readonly [readonly string[], readonly string[]])[] = [
	[
		['git', 'grep'],
		['-O./evil', '-nO./evil', '--open-files-in-pager=./evil'],
	],
	[['git', 'fetch'], ['--upload-pack=./evil']],
	[
		['git', 'ls-remote'],
		['--upload-pack=./evil', '--exec=./evil'],
	],
	[
		['git', 'push'],
		['--receive-pack=./evil', '--exec=./evil'],
	],
	[
		['git', 'log'],
		['--output=x', '--ext-diff', '--textconv'],
	],
	[
		['git', 'archive'],
		['-ox', '--exec=./evil', '--output=x'],
	],
	[['sort'], ['-ox', '-uo', '--output=x', '--compress-program=./evil']],
	[['rg'], ['--pre=./evil', '--hostname-bin=./evil']],
	[['fd'], ['-x', '-HX', '--exec', '--exec-batch']],
	[
		['go', 'test'],
		['-exec', '-exec=./evil', '--toolexec', '-vettool=./evil', '-o'],
	],
	[
		['cargo', 'test'],
		['--config=x', '-Zx', '--manifest-path=x'],
	],
	[
		['npm', 'test'],
		['--script-shell=./evil', '--node-options=x', '--prefix=x', '--userconfig=x', '-C'],
	],
	[
		['npm', 'help'],
		['--viewer=./evil', '--browser=./evil'],
	],
	[
		['npm', 'install'],
		['--git=./evil', '--node-gyp=./evil', '--python=./evil', '--globalconfig=x'],
	],
	[
		['pnpm', 'install'],
		['--pnpmfile=x', '--dir=x', '--script-shell=./evil', '--config.script-shell=./evil'],
	],
	[
		['yarn', 'test'],
		['--cwd=x', '--script-shell=./evil', '--use-yarnrc=x'],
	],
	[
		['curl'],
		[
			...['-ox', '-so', '-O', '-sSLO', '-JO', '--output=x', '--output-dir=x', '--remote-name', '--remote-name-all'],
			...['-Tx', '-sT', '--upload-file=x', '-Dx', '--dump-header=x', '-cx', '-sc', '--cookie-jar=x', '--trace=x'],
			...['--trace-ascii=x', '--stderr=x', '--etag-save=x', '--libcurl=x', '--hsts=x', '--alt-svc=x', '-Kx'],
			...['--engine=./evil', '-XDELETE', '--request=PUT', '-d@x', '--data-binary=@x', '-Fa=@x', '--form=a=@x'],
			...['--json=@x', '--unix-socket=x', '--expand-output=x', '-w%output{x}', '%output{x}', '-w@x', '@x'],
		],
	],
	[
		['wget'],
		[
			...['-Ox', '-qO', '-Px', '-ox', '-ax', '-ex', '--output-document=x', '--output-file=x', '--append-output=x'],
			...['--directory-prefix=x', '--use-askpass=./evil', '--post-file=x', '--body-file=x', '--save-cookies=x'],
			...['--config=x', '--execute=x', '--warc-file=x', '--method=PUT'],
		],
	],
	[['tree'], ['-ox', '-ao', '-R']],
	[
		['eslint'],
		[
			...['-cx', '-c', '--config=x', '--plugin=x', '--rulesdir=x', '--resolve-plugins-relative-to=x', '-ox'],
			...['--parser=x', '--output-file=x', '--format=./evil', '-f./evil', '--cache-location=x'],
		],
	],
	[['prettier'], ['--config=x', '--plugin=x', '--plugin-search-dir=x', '--parser=./evil', '--cache-location=x']],
	[
		['vitest', 'run'],
		[
			...['-cx', '--config=x', '-rx', '--root=x', '--outputFile=x', '--output-file.json=x', '--globalSetup=x'],
			...['--reporter=./evil', '--environment=./evil', '--pool=./evil', '--poolOptions.forks.execArgv=x'],
			...['--execArgv=x', '--typecheck.checker=./evil', '--coverage.reportsDirectory=x', '--diff=x'],
		],
	],
	[
		['jest'],
		[
			...['-cx', '--config=x', '--rootDir=x', '--root-dir=x', '--setupFiles=x', '--setupFilesAfterEnv=x'],
			...['--globalSetup=x', '--globalTeardown=x', '--reporters=./evil', '--testEnvironment=./evil', '--env=./evil'],
			...['--transform=x', '--resolver=x', '--runner=./evil', '--outputFile=x', '--coverageDirectory=x', '--filter=x'],
		],
	],
	[
		['mocha'],
		[
			...['-rx', '-br', '--require=x', '--import=x', '--loader=x', '--config=x', '--package=x', '--file=x'],
			...['-R./evil', '--reporter=./evil', '--ui=./evil', '--reporter-option=output=x', '-Ooutput=x', '-nx'],
		],
	],
	[
		['stylelint'],
		[
			...['-cx', '--config=x', '--config-basedir=x', '--custom-syntax=x', '--custom-formatter=x', '-ox'],
			...['--output-file=x', '--cache-location=x'],
		],
	],
	[['tsc'], ['--outFile', '--outdir', '-p', '--project', '--declarationDir', '-b']],
	[['pytest'], ['-cx', '-px', '-ox', '--rootdir=x', '--override-ini=x', '--junitxml=x', '--basetemp=x']],
	[['shuf'], ['-ox', '-eo', '--output=x']],
];

/** Words that may stand anywhere, among them options that take the next word for their value, whatever it is. */
const FILLER = fc.array(fc.constantFrom('a', './...', 'HEAD', '-e', '-v', '-T', '--refmap', '-o1', '--x=y', '.'), {
	maxLength: 3,
});

test('no option that starts a program is allowed with the words before it, wherever it stands and behind whatever -- is a value', () => {
	const calls = fc.constantFrom(...WAYS).chain(([rule, ways]) =>
		fc.record({
			rule: fc.constant(rule),
			way: fc.constantFrom(...ways),
			before: FILLER,
			value: fc.constantFrom([], ['-e', '--'], ['--refmap', '--'], ['-T', '--']),
			after: FILLER,
		}),
	);
	fc.assert(
		fc.property(calls, ({ rule, way, before, value, after }) => {
			const words = [...rule, ...before, ...value, way, ...after];
			const command = lineOf(words);
			expect(allowsCommand([rule], command), command.line).toBe(false);
			// A longer yes to this line is for this line.
			expect(suggestRule({ tool: 'terminal_run', command }).command, command.line).toEqual(words);
		}),
		{ numRuns: 5000 },
	);
});

test('no long option that starts a program is allowed when its name is cut short', () => {
	for (const [rule, ways] of WAYS.filter(([[program]]) =>
		['git', 'sort', 'npm', 'curl', 'wget'].includes(program ?? ''),
	)) {
		for (const way of ways.filter(word => word.startsWith('--'))) {
			const [name = ''] = way.split('=');
			for (let length = 3; length <= name.length; length++) {
				const command = lineOf([...rule, `${name.slice(0, length)}=./evil`]);
				expect(allowsCommand([rule], command), command.line).toBe(false);
			}
		}
	}
});

const ORDINARY = fc.constantFrom('a', 'x.ts', 'src', '-e', '-v', '--', '--watch', 'get', 'evil', '1+1');
const PROGRAMS = fc.constantFrom(
	...['git', 'npm', 'pnpm', 'yarn', 'cargo', 'go', 'dotnet', 'uv', 'bundle', 'node', 'python3.12', 'split', 'ls', 'rg'],
);
const COMMANDS = fc.constantFrom(
	...['run', 'exec', 'x', 'config', 'c', 'set', 'test', 'build', 'tsx', 'node', 'log', 'dlx', 'tool', 'status'],
);
/** What must never follow from a yes to another line. */
const DANGEROUS = [
	/^(?:npm|pnpm) (?:c|config|set|exec|x) /,
	/^(?:pnpm|yarn) (?:config|set|exec|dlx) /,
	/^(?:pnpm|yarn) (?:run )?(?:tsx|node) /,
	/^(?:node|python3\.12|split) /,
];

test('a longer yes allows the line that it was given to, and no line that chooses another program', () => {
	const lines = fc
		.tuple(PROGRAMS, fc.option(COMMANDS), fc.array(ORDINARY, { maxLength: 3 }), fc.array(ORDINARY, { maxLength: 3 }))
		.map(([program, command, rest, others]) => {
			const words = command === null ? [program] : [program, command];
			return { own: [...words, ...rest], other: [...words, ...others] };
		});
	fc.assert(
		fc.property(lines, COMMANDS, ({ own, other }, next) => {
			const rule = suggestRule({ tool: 'terminal_run', command: lineOf(own) }).command ?? [];
			expect(allowsCommand([rule], lineOf(own)), own.join(' ')).toBe(true);
			const followers = [other, [...own, ...other.slice(2)], [own[0] ?? '', next, ...other.slice(2)]];
			for (const words of followers) {
				const { line } = lineOf(words);
				if (line !== lineOf(own).line && DANGEROUS.some(pattern => pattern.test(line))) {
					expect(allowsCommand([rule], lineOf(words)), `${own.join(' ')} => ${line}`).toBe(false);
				}
			}
		}),
		{ numRuns: 5000 },
	);
});

/** What real git makes of words in any order: none of the lines that a rule allows may run our program, or write a file. */
test('git starts nothing by a line that begins with allowed words', () => {
	const parent = mkdtempSync(join(tmpdir(), 'hawser-running-'));
	const [folder, mark] = [join(parent, 'project'), join(parent, 'ran')];
	const environment = {
		...process.env,
		...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', PAGER: 'cat' },
	};
	const git = (words: readonly string[]) => spawnSync('git', words, { cwd: folder, env: environment, stdio: 'ignore' });
	try {
		mkdirSync(folder);
		writeFileSync(join(folder, 'a'), 'hello\n');
		writeFileSync(join(folder, 'evil'), `#!/bin/sh\necho ran >> ${mark}\n`, { mode: 0o755 });
		execFileSync('git', ['init', '--quiet'], { cwd: folder, env: environment });
		git(['add', '.']);
		git(['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'x']);
		git(['grep', '-e', '--', '-O./evil', '-e', 'hello']);
		expect(existsSync(mark), 'git runs the program where nobody asks the rules').toBe(true);
		rmSync(mark);
		const commands = fc.constantFrom('grep', 'fetch', 'push', 'ls-remote', 'log', 'diff', 'archive', 'send-pack');
		const word = fc.constantFrom(
			...['--', '-e', '-o', '--refmap', '-S', '--server-option', 'hello', '.', 'HEAD', 'a', '--all', '--remote=.'],
			...[
				'-O./evil',
				'--open=./evil',
				'--upload-pack=./evil',
				'--u=./evil',
				'--rec=./evil',
				'--e=./evil',
				'--exe=./evil',
			],
			...[`--output=${mark}`, `--out=${mark}`, `-o${mark}`, '--receive-pack', '--exec', './evil'],
		);
		const lines = fc.sample(fc.tuple(commands, fc.array(word, { minLength: 1, maxLength: 5 })), 1500);
		const allowed = lines.filter(([command, rest]) =>
			allowsCommand([['git', command]], lineOf(['git', command, ...rest])),
		);
		expect(allowed.length).toBeGreaterThan(50);
		for (const [command, rest] of allowed.slice(0, 200)) {
			git([command, ...rest]);
			expect(existsSync(mark), `git ${command} ${rest.join(' ')}`).toBe(false);
		}
	} finally {
		rmSync(parent, { recursive: true, force: true });
	}
});

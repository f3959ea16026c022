import { nameOf } from './running-programs.ts';

/** True when an option that stands behind the words of a rule names a program to start, or a file to write. */
export function hasRunningOption(words: readonly string[], allowed: number): boolean {
	const [program = '', second = ''] = words;
	const name = nameOf(program);
	const tests = [name, `${name} ${second}`].map(key =>
		Object.hasOwn(RUNNING_OPTIONS, key) ? RUNNING_OPTIONS[key] : undefined,
	);
	const open = words.slice(allowed, endOfOptions(words));
	return tests.some(isRunning => isRunning !== undefined && open.some(isRunning));
}

/** Behind `--` there are no options, unless it is the value of one: `git grep -e -- -Oless x`. */
function endOfOptions(words: readonly string[]): number {
	const end = words.findIndex((word, index) => word === '--' && words[index - 1]?.startsWith('-') === false);
	return end === -1 ? words.length : end;
}

type OptionTest = (word: string) => boolean;

/** Many programs take the beginning of a long name for the name; some a single dash, and some `--no-` before what has a value. */
function named(...names: readonly string[]): OptionTest {
	return word => {
		const [, dashes = '', name = ''] = /^(-+)(?:no-)*([^=]*)/i.exec(word) ?? [];
		return (dashes.length > 1 || name.length > 1) && name !== '' && names.some(whole => whole.startsWith(name));
	};
}

function matching(pattern: RegExp): OptionTest {
	return word => pattern.test(word);
}

function either(...tests: readonly OptionTest[]): OptionTest {
	return word => tests.some(isRunning => isRunning(word));
}

/** npm, pnpm and yarn have most of them in common. What npm does not know, it hands to what it starts, such as node-gyp. */
const OF_PACKAGE_MANAGERS = either(
	// Another folder, with other scripts. Short options may stand together.
	matching(/^-+[a-zA-Z?]*C/),
	named('cwd', 'dir', 'prefix'),
	// Files of settings, and single settings.
	matching(/^-+config\./),
	named('config-dir', 'globalconfig', 'use-yarnrc', 'userconfig'),
	named('browser', 'call', 'editor', 'git', 'global-pnpmfile', 'init-module', 'init.module', 'make', 'node-gyp'),
	named('node-options', 'nodedir', 'npm-path', 'pnpmfile', 'python', 'script-shell', 'shell', 'use-node-version'),
	named('viewer'),
);

const FD = either(matching(/^-[^-]*x/i), named('exec', 'exec-batch'));

/** Options by which programs, or single commands of theirs, that are harmless without them start others or write anywhere. */
const RUNNING_OPTIONS: Readonly<Partial<Record<string, OptionTest>>> = {
	git: named('exec', 'ext-diff', 'output', 'output-directory', 'receive-pack', 'textconv', 'upload-pack'),
	'git archive': matching(/^-[^-]*o/),
	'git format-patch': matching(/^-[^-]*o/),
	'git grep': either(matching(/^-\w*O/), named('open-files-in-pager')),
	// What lies in the template becomes hooks.
	'git init': named('template'),
	hg: named('config'),
	svn: named('config-option', 'diff-cmd', 'diff3-cmd', 'editor-cmd', 'merge-cmd', 'config-dir'),
	rg: named('hostname-bin', 'pre'),
	ack: named('ackrc', 'pager'),
	ag: named('pager'),
	bat: named('pager'),
	fd: FD,
	fdfind: FD,
	sort: either(matching(/^-[^-]*o/), named('compress-program', 'output')),
	wget: either(matching(/^-[^-]*e/), named('config', 'execute', 'use-askpass')),
	curl: either(matching(/^-[^-]*K/), named('config')),
	// Each has one dash or two, and none is cut short.
	go: matching(
		/^--?(?:exec|toolexec|vettool|fixtool|overlay|modfile|(?:ld|gc|asm|gccgo)flags|pkgconfig|compiler|[oC])(?:=|$)/,
	),
	cargo: either(matching(/^-[ZC]/), named('config', 'manifest-path')),
	// Properties of MSBuild name what runs before and after a build.
	dotnet: matching(/^[-/]{1,2}(?:p|property|l|logger|dl|distributedlogger)[:=]/i),
	uv: either(matching(/^-[^-]*p/), named('config-file', 'directory', 'project', 'python')),
	npm: OF_PACKAGE_MANAGERS,
	pnpm: OF_PACKAGE_MANAGERS,
	yarn: OF_PACKAGE_MANAGERS,
};

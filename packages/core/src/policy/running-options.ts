import { nameOf } from './running-programs.ts';

/** True when an option that stands behind the words of a rule names a program to start, or a file to write. */
export function hasRunningOption(words: readonly string[], allowed: number): boolean {
	const [program = '', second = ''] = words;
	const name = nameOf(program);
	const tests = [name, `${name} ${second}`].map(key =>
		Object.hasOwn(RUNNING_OPTIONS, key) ? RUNNING_OPTIONS[key] : undefined,
	);
	const open = words.slice(allowed, endOfOptions(words));
	return tests.some(
		isRunning => isRunning !== undefined && open.some((word, index) => isRunning(word, open[index + 1] ?? '')),
	);
}

/** Behind `--` there are no options, unless it is the value of one: `git grep -e -- -Oless x`. */
function endOfOptions(words: readonly string[]): number {
	const end = words.findIndex((word, index) => word === '--' && words[index - 1]?.startsWith('-') === false);
	return end === -1 ? words.length : end;
}

type OptionTest = (word: string, next: string) => boolean;

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
	return (word, next) => tests.some(isRunning => isRunning(word, next));
}

/** For programs to which `--outputFile` and `--output-file.json` are one option, and that take no beginning of a name for it. */
function spelled(...names: readonly string[]): OptionTest {
	return word => {
		const [, name = ''] = /^--(?:no-)?([^=]*)/.exec(word) ?? [];
		const letters = name.replaceAll('-', '').toLowerCase();
		return names.some(whole => letters === whole || letters.startsWith(`${whole}.`));
	};
}

/** Options with a name that the program knows, such as `json`, or with a file of code. */
function withFile(pattern: RegExp): OptionTest {
	return (word, next) => pattern.test(word) && /[./\\]/.test(word.replace(pattern, '') || next);
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

/** Without these it gets a page and shows it. Short options may stand together, the last of them with its value. */
const CURL = either(
	matching(/^-[^-]*[cdDFJKoOQTX]/),
	// Files that it writes.
	named('alt-svc', 'cookie-jar', 'create-dirs', 'dump-header', 'etag-save', 'hsts', 'libcurl', 'output', 'output-dir'),
	named('remote-header-name', 'remote-name', 'remote-name-all', 'ssl-sessions', 'stderr', 'trace', 'trace-ascii'),
	// What to write may say where to, and stand in a file.
	matching(/%output\{|^(?:-[^-]*|--[^=]*=)?@/),
	// What it sends, and to programs of this machine.
	named('data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'form', 'form-string', 'json', 'quote'),
	named('abstract-unix-socket', 'request', 'unix-socket', 'upload-file'),
	matching(/^--url-q/),
	// Files of settings and of code; `--expand-output` is any option with a variable in it.
	named('config', 'engine', 'expand-'),
	matching(/^--expand-/),
);

const WGET = either(
	matching(/^-[^-]*[aeoOP]/),
	named('append-output', 'directory-prefix', 'hsts-file', 'output-document', 'output-file', 'rejected-log'),
	named('save-cookies', 'warc-cdx', 'warc-file', 'warc-tempdir'),
	named('body-data', 'body-file', 'method', 'post-data', 'post-file'),
	named('config', 'execute', 'use-askpass'),
);

const VITEST = either(
	matching(/^-[^-]*[cr]/),
	spelled('config', 'configloader', 'dir', 'root', 'workspace'),
	spelled('api', 'browser', 'diff', 'execargv', 'globalsetup', 'open', 'pooloptions', 'setupfiles', 'ui'),
	spelled('snapshotserializers', 'typecheck.checker', 'typecheck.tsconfig'),
	spelled('attachmentsdir', 'coverage.customprovidermodule', 'coverage.reportsdirectory', 'outputfile'),
	withFile(/^--(?:coverage\.reporter|environment|pool|reporter|runner)(?:=|$)/),
);

const JEST = either(
	matching(/^-[^-]*c/),
	spelled('config', 'preset', 'projects', 'rootdir', 'roots'),
	spelled('filter', 'globalsetup', 'globalteardown', 'haste', 'prettierpath', 'resolver', 'setupfiles', 'transform'),
	spelled('setupfilesafterenv', 'snapshotserializers', 'testresultsprocessor', 'testsequencer', 'watchplugins'),
	spelled('moduledirectories', 'modulenamemapper', 'modulepaths'),
	spelled('cachedirectory', 'coveragedirectory', 'outputfile'),
	withFile(/^--(?:coverage-?reporters|env|reporters|runner|test-?environment|test-?runner)(?:=|$)/i),
);

const MOCHA = either(
	matching(/^-[^-]*[nOr]/),
	spelled('config', 'experimentalloader', 'file', 'import', 'loader', 'nodeoption', 'opts', 'package', 'require'),
	spelled('compilers', 'reporteroption', 'reporteroptions'),
	withFile(/^(?:-[^-R]*R|-[^-u]*u|--(?:reporter|ui)(?:=|$))/),
);

/** Another method than GET, or what makes it one. */
const API = either(matching(/^-[^-]*[fFX]/), named('field', 'form', 'input', 'method', 'raw-field'));
const DOWNLOAD = either(matching(/^-[^-]*[DO]/), named('dir', 'output'));

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
	shuf: either(matching(/^-[^-]*o/), named('output')),
	// With -R it writes a page into every folder.
	tree: matching(/^-[^-]*[oR]/),
	wget: WGET,
	curl: CURL,
	'gh api': API,
	'glab api': API,
	'gh release': DOWNLOAD,
	'gh run': DOWNLOAD,
	eslint: either(
		matching(/^-[^-]*[co]/),
		spelled('config', 'parser', 'plugin', 'resolvepluginsrelativeto', 'rulesdir'),
		spelled('cachefile', 'cachelocation', 'outputfile'),
		withFile(/^(?:-[^-f]*f|--format(?:=|$))/),
	),
	// Its -c only looks.
	prettier: either(spelled('cachelocation', 'config', 'plugin', 'pluginsearchdir'), withFile(/^--parser(?:=|$)/)),
	stylelint: either(
		matching(/^-[^-]*[co]/),
		spelled('cachelocation', 'config', 'configbasedir', 'customformatter', 'customsyntax', 'outputfile'),
		withFile(/^(?:-[^-f]*f|--formatter(?:=|$))/),
	),
	vitest: VITEST,
	jest: JEST,
	mocha: MOCHA,
	// Each has one dash or two, in capitals or not, and its value behind a blank.
	tsc: matching(
		/^--?(?:b|build|declarationdir|generatecpuprofile|generatetrace|out|outdir|outfile|p|project|tsbuildinfofile)$/i,
	),
	pytest: either(
		matching(/^-[^-]*[copW]/),
		named(
			'basetemp',
			'confcutdir',
			'junit-xml',
			'junitxml',
			'log-file',
			'override-ini',
			'pastebin',
			'pdbcls',
			'rootdir',
		),
	),
	mypy: named('cache-dir', 'config-file', 'junit-xml', 'python-executable'),
	pylint: named('init-hook', 'load-plugins', 'output', 'rcfile'),
	rubocop: either(matching(/^-[^-]*[cor]/), named('config', 'out', 'plugin', 'require')),
	ruff: either(matching(/^-[^-]*o/), named('cache-dir', 'config', 'output-file')),
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

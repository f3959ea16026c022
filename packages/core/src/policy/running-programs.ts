import { programBehind } from './package-scripts.ts';

/** Shells, interpreters, runners of packages, and programs that start others, or change what the shell makes of the next line. */
export function runsItsArguments(words: readonly string[]): boolean {
	const [program = '', second = ''] = words;
	const name = nameOf(program);
	const commands = runningCommandsOf(name);
	return (
		isAmong(SHELL_WORDS, name) ||
		isAmong(RUNNERS, name) ||
		// What is done may stand behind an option, or be a file: `npm --yes exec`, `cargo +nightly run`, `dotnet x.dll`.
		(commands !== undefined && (commands.has(second) || /^[-+]|[./]/.test(second))) ||
		(name === 'npm' && isCutShort(second)) ||
		isAmong(RUNNERS, nameOf(programBehind([name, ...words.slice(1)]) ?? ''))
	);
}

/** True where the first word alone says nothing: what follows may be a command that runs whatever stands behind it. */
export function hasRunningCommands([program = '']: readonly string[]): boolean {
	return runningCommandsOf(nameOf(program)) !== undefined;
}

/** Without its folder and the ending that Windows gives it. Some file systems do not tell capitals apart. */
export function nameOf(program: string): string {
	return program
		.slice(program.lastIndexOf('/') + 1)
		.toLowerCase()
		.replace(PROGRAM_ENDING, '');
}

export const PROGRAM_ENDING = /\.(?:exe|cmd|bat|com)$/;

function runningCommandsOf(name: string): ReadonlySet<string> | undefined {
	return Object.hasOwn(RUNNING_COMMANDS, name) ? RUNNING_COMMANDS[name] : undefined;
}

/** Also with a version behind it, as in python3.12. */
function isAmong(names: ReadonlySet<string>, name: string): boolean {
	return names.has(name) || names.has(/^[a-z]+/.exec(name)?.[0] ?? '');
}

/** npm takes the beginning of a command for the command, as soon as no other begins so. */
function isCutShort(word: string): boolean {
	return word !== '' && !NPM_ALIASES.has(word) && [...NPM_COMMANDS].some(command => command.startsWith(word));
}

/** These are names of `npm install` and `npm search` themselves. */
const NPM_ALIASES: ReadonlySet<string> = new Set(['i', 'in', 's', 'se']);

/** They run something, or say what runs next time. */
const NPM_COMMANDS: ReadonlySet<string> = new Set([
	...['c', 'config', 'create', 'edit', 'exec', 'explore', 'init', 'innit', 'pkg', 'set', 'set-script', 'x'],
]);

/** Of these programs only some commands run what follows, or change what others run. */
const RUNNING_COMMANDS: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
	npm: NPM_COMMANDS,
	pnpm: new Set([
		...['c', 'config', 'create', 'dlx', 'edit', 'env', 'exec', 'm', 'multi', 'pkg', 'recursive', 'set'],
		...['set-script', 'x'],
	]),
	yarn: new Set([
		...['config', 'create', 'dlx', 'exec', 'node', 'plugin', 'policies', 'set', 'workspace', 'workspaces'],
	]),
	git: new Set([
		...['bisect', 'citool', 'clone', 'config', 'cvsimport', 'daemon', 'difftool', 'filter-branch', 'filter-repo'],
		...['for-each-repo', 'gui', 'hook', 'instaweb', 'mergetool', 'p4', 'rebase', 'remote-ext', 'remote-fd'],
		...['send-email', 'shell', 'submodule', 'svn', 'web--browse'],
	]),
	gh: new Set(['alias', 'codespace', 'config', 'cs', 'ext', 'extension', 'extensions']),
	cargo: new Set(['miri', 'r', 'run', 'rustc', 'rustdoc']),
	dotnet: new Set(['exec', 'fsi', 'run', 'tool']),
	go: new Set(['env', 'generate', 'run', 'tool']),
	rustup: new Set(['run']),
	bundle: new Set(['config', 'console', 'exec', 'open', 'plugin']),
	gem: new Set(['exec', 'open']),
	composer: new Set(['config', 'exec', 'global', 'run', 'run-script']),
	mix: new Set(['cmd', 'do', 'eval', 'run']),
	cabal: new Set(['exec', 'repl', 'run']),
	stack: new Set(['eval', 'exec', 'ghc', 'ghci', 'repl', 'run', 'runghc', 'script']),
	bazel: new Set(['run']),
	lerna: new Set(['exec']),
	nx: new Set(['exec']),
	brew: new Set(['edit', 'irb', 'ruby', 'sh']),
	pip: new Set(['config']),
	pip3: new Set(['config']),
	uv: new Set(['run', 'tool']),
	...Object.fromEntries(
		['conda', 'hatch', 'mamba', 'micromamba', 'pdm', 'pipenv', 'pixi', 'poetry', 'rye'].map(name => [
			name,
			new Set(['config', 'run', 'shell']),
		]),
	),
};

/**
 * Words of the shell itself. They run their arguments, or change variables, options or the folder, and with that what the next command is;
 * bash runs what stands in the index of a variable.
 */
const SHELL_WORDS: ReadonlySet<string> = new Set([
	...[
		'.',
		'[',
		'alias',
		'bind',
		'builtin',
		'cd',
		'command',
		'compgen',
		'complete',
		'declare',
		'enable',
		'eval',
		'exec',
	],
	...['export', 'fc', 'getopts', 'hash', 'jobs', 'let', 'local', 'mapfile', 'popd', 'printf', 'pushd', 'read'],
	...['readarray', 'readonly', 'set', 'setopt', 'shopt', 'source', 'test', 'trap', 'typeset', 'ulimit', 'umask'],
	...['unset', 'wait'],
]);

/** Programs of which an argument is code, or a program to start. */
const RUNNERS: ReadonlySet<string> = new Set([
	// Shells.
	...[
		'bash',
		'busybox',
		'cmd',
		'csh',
		'dash',
		'fish',
		'ksh',
		'nu',
		'powershell',
		'pwsh',
		'sh',
		'tcsh',
		'toybox',
		'zsh',
	],
	// They interpret what a file or an option says.
	...['awk', 'bpython', 'bun', 'clj', 'clojure', 'dart', 'dc', 'deno', 'elixir', 'erb', 'erl', 'expect', 'gawk'],
	...['ghci', 'gnuplot', 'groovy', 'guile', 'iex', 'ipython', 'irb', 'java', 'jshell', 'julia', 'kotlin', 'lua'],
	...['luajit', 'mawk', 'nawk', 'node', 'nodejs', 'ocaml', 'octave', 'osascript', 'perl', 'php', 'pry', 'pypy'],
	...['python', 'r', 'racket', 'rscript', 'ruby', 'runghc', 'sbcl', 'scala', 'sed', 'swift', 'tclsh', 'wish'],
	// The same for TypeScript.
	...['babel-node', 'esno', 'jiti', 'sucrase-node', 'ts-node', 'tsx', 'vite-node', 'zx'],
	// They interpret text, and one of its commands starts a program.
	...['ed', 'emacs', 'ex', 'less', 'm4', 'man', 'more', 'nano', 'nvim', 'vi', 'view', 'vim', 'vimdiff'],
	...['duckdb', 'ftp', 'mariadb', 'mongo', 'mongosh', 'mysql', 'psql', 'sqlcmd', 'sqlite', 'sqlite3', 'telnet'],
	// They fetch a package and run it.
	...['bunx', 'corepack', 'dlx', 'npx', 'pipx', 'pnpx', 'uvx'],
	// They start the program that their arguments name.
	...['bwrap', 'c8', 'chroot', 'chrt', 'concurrently', 'cross-env', 'cross-env-shell', 'dbus-run-session', 'doas'],
	...['dotenv', 'dotenvx', 'dtach', 'entr', 'env', 'env-cmd', 'fakeroot', 'find', 'firejail', 'flock', 'foreman'],
	...['gdb', 'gosu', 'honcho', 'hyperfine', 'ionice', 'lldb', 'ltrace', 'ncat', 'nc', 'nice', 'nodemon', 'nohup'],
	...['npm-run-all', 'nsenter', 'numactl', 'nyc', 'open', 'overmind', 'parallel', 'perf', 'pkexec', 'pm2', 'prlimit'],
	...['proot', 'run-p', 'run-parts', 'run-s', 'runuser', 'screen', 'script', 'setarch', 'setpriv', 'setsid', 'sg'],
	...['socat', 'ssh-agent', 'start-server-and-test', 'start-stop-daemon', 'stdbuf', 'strace', 'su', 'sudo'],
	...['systemd-run', 'taskset', 'timeout', 'tini', 'tmux', 'unbuffer', 'unshare', 'valgrind', 'watch', 'watchexec'],
	...['xargs', 'xdg-open', 'xterm', 'xvfb-run', 'zellij'],
	// They do so later.
	...['at', 'batch', 'crontab', 'launchctl'],
	// One of their options names a program.
	...['diff3', 'fzf', 'sdiff', 'split', 'tar', 'tcpdump', 'zip'],
	// They run commands on another machine or in a container, or start a program to get there.
	...['docker', 'kubectl', 'nerdctl', 'podman', 'rsync', 'scp', 'sftp', 'ssh'],
	// They run what a file of the project says, and their arguments choose the file, the target or the variables.
	...['ant', 'cmake', 'gmake', 'gradle', 'gradlew', 'just', 'make', 'meson', 'mvn', 'mvnw', 'ninja', 'nox', 'rake'],
	...['sbt', 'scons', 'task', 'tox'],
	// They choose the version of a program, and start it.
	...['asdf', 'devbox', 'direnv', 'mise', 'nix', 'nix-shell', 'pyenv', 'rbenv', 'volta'],
]);

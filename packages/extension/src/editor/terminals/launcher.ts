/** The way in which a shell is told to run a text. */
export interface Interpreter {
	path: string;
	args: readonly string[];
}

export interface LaunchedCommand {
	interpreter: Interpreter;
	command: string;
	cwd: string;
	env: Readonly<Record<string, string>>;
	/** File that receives the output. */
	output: string;
	/** Only the launcher knows it, so a program cannot pretend that it has ended. */
	nonce: string;
	/** It was started by a line at a prompt, which gives way to the command itself. */
	atPrompt?: boolean;
}

/** Variable of a terminal with the folder of our scripts, so that the line that starts one is short. */
export const SCRIPT_FOLDER = 'HAWSER_RUN';

/** The number of our marks in the output: an operating system command that no terminal knows, so nobody sees it. */
const MARK = '6973';

/**
 * A POSIX shell script that runs one command so that its output goes to the terminal and, byte by byte, to a file. The
 * command has a pipe for its output, so it prints what it would print for any program that reads it, and the terminal for
 * its input, so the user can answer it. The exit code comes last in the same stream: whoever has read it has read all.
 *
 * The signals of Ctrl+C reach every process here. Only the command itself dies of them: the others stay to tell.
 *
 * The user sees the command as if they had typed it, and VS Code learns its exit code, which it shows beside it.
 */
export function launcherScript({ interpreter, command, cwd, env, output, nonce, atPrompt }: LaunchedCommand): string {
	const run = [interpreter.path, ...interpreter.args, command].map(quote).join(' ');
	const mark = (word: string, value: string) => `printf '\\033]${MARK};${nonce};${word};%s\\007' ${value}`;
	const status = quote(`${output}.status`);
	return [
		// The line above is the one that started this script: it is wiped, and the command stands there instead.
		`printf '${atPrompt === true ? '\\033[A\\r\\033[2K' : ''}\\033[2m$\\033[m \\033[1m%s\\033[m\\n' ${quote(command)}`,
		`unset ${SCRIPT_FOLDER}`,
		'trap : INT QUIT TERM',
		`{ trap : INT QUIT TERM; ${mark('start', '$$')}`,
		// A shell reports a child that died of a signal in words; they are not the command's.
		`exec 2>/dev/null; (${[
			`exec 2>&1; cd ${quote(cwd)} || exit`,
			...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
			`exec ${run}`,
		].join('\n')})`,
		`code=$?; echo $code > ${status}; ${mark('end', '$code')}; } | (trap '' INT QUIT TERM; exec tee -a ${quote(output)})`,
		`{ read -r code < ${status}; } 2>/dev/null; code=\${code:-137}; rm -f ${status}`,
		...(atPrompt === true ? [] : [NAMED_EXIT_CODE]),
		'exit $code',
		'',
	].join('\n');
}

/** Where VS Code does not see commands, it shows no exit code either. */
const NAMED_EXIT_CODE = `[ $code = 0 ] || printf '\\033[2m(exit code %s)\\033[m\\n' "$code"`;

/** A POSIX shell script for the program of a terminal: it runs the scripts whose paths it reads from the named pipe. */
export function servantScript(pipe: string): string {
	return [
		// Each script gets its own process group, as at a prompt, so that it can be stopped as a whole.
		'set -m',
		'trap : INT QUIT TERM',
		`exec 3<>${quote(pipe)}`,
		'while read -r script <&3; do sh "$script" 3<&-; done',
		'',
	].join('\n');
}

/**
 * The same for a task: VS Code starts the script with the program and its arguments, all variables resolved, and learns the
 * exit code from it.
 */
export function taskScript({ output, nonce }: Pick<LaunchedCommand, 'output' | 'nonce'>): string {
	const mark = (word: string, value: string) => `printf '\\033]${MARK};${nonce};${word};%s\\007' ${value}`;
	const status = quote(`${output}.status`);
	return [
		'trap : INT QUIT TERM',
		`{ trap : INT QUIT TERM; ${mark('start', '$$')}; exec 2>/dev/null; (exec 2>&1; exec "$@"); code=$?`,
		`echo $code > ${status}; ${mark('end', '$code')}; } | (trap '' INT QUIT TERM; exec tee -a ${quote(output)})`,
		`read -r code < ${status}; exit $code`,
		'',
	].join('\n');
}

export type Mark = { kind: 'start'; pid: number } | { kind: 'end'; exitCode: number };

export function readMark(payload: string, nonce: string): Mark | undefined {
	const [number, name, word, value] = payload.split(';');
	if (number !== MARK || name !== nonce) {
		return undefined;
	}
	return word === 'start' ? { kind: 'start', pid: Number(value) } : { kind: 'end', exitCode: Number(value) };
}

export function quote(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The arguments before the text to run. */
export function interpreterOf(shell: string): Interpreter {
	const name = shell.split(/[/\\]/).at(-1) ?? '';
	return { path: shell, args: /^(?:pwsh|powershell)/.test(name) ? ['-NoProfile', '-Command'] : ['-c'] };
}

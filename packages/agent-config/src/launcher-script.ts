import { dirname, join } from 'node:path';

/** The program that the launcher runs. */
export interface LauncherTarget {
	/** A program that runs JavaScript: VS Code's own when ELECTRON_RUN_AS_NODE is set, or Node. */
	runtime: string;
	/** The CLI inside the extension that wrote the launcher. */
	script: string;
	/** The folder in which windows are registered, when it is not where the CLI would look by itself. */
	home?: string;
}

/** The folders in which editors keep extensions, relative to the home folder. */
const EXTENSION_FOLDERS = [
	'.vscode/extensions',
	'.vscode-insiders/extensions',
	'.vscode-server/extensions',
	'.vscode-server-insiders/extensions',
	'.vscode-oss/extensions',
	'.cursor/extensions',
	'.cursor-server/extensions',
	'.windsurf/extensions',
	'.local/share/code-server/extensions',
];

/** The folders in which editors keep a runtime, for when the one that wrote the launcher has moved. */
const RUNTIMES = [
	'"$HOME"/.vscode-server/cli/servers/*/server/node',
	'"$HOME"/.vscode-server/bin/*/node',
	'/usr/share/code/code',
	'/usr/share/codium/codium',
	'/snap/code/current/usr/share/code/code',
	'"/Applications/Visual Studio Code.app/Contents/MacOS/Electron"',
	'"/Applications/Visual Studio Code.app/Contents/MacOS/Code"',
	'/usr/lib/code-server/lib/node',
];

const GONE = 'hawser: no VS Code with the Hawser extension was found.';
const ADVICE = 'Open a VS Code window with the extension once, or install Node.js 20 or newer.';

/**
 * A script for any POSIX shell. An update of the extension or of VS Code may remove what it names before the next window has
 * written it anew; then it looks for what has come in their place.
 */
export function shellLauncher({ runtime, script, home }: LauncherTarget): string {
	const installed = dirname(dirname(dirname(script)));
	const folders = [quote(dirname(installed)), ...EXTENSION_FOLDERS.map(folder => `"$HOME"/${folder}`)];
	const setHome = home === undefined ? '' : `[ -n "$HAWSER_HOME" ] || HAWSER_HOME=${quote(home)}\nexport HAWSER_HOME\n`;
	return `#!/bin/sh
# Written by the Hawser extension whenever a VS Code window starts; what you change here is overwritten.
runtime=${quote(runtime)}
script=${quote(script)}
${setHome}
if [ ! -f "$script" ]; then
	script=
	for found in ${folders.map(folder => `${folder}/hawser.hawser-vscode-*/dist/cli/hawser.js`).join(' \\\n\t\t')}; do
		if [ -f "$found" ] && { [ -z "$script" ] || [ "$found" -nt "$script" ]; }; then
			script=$found
		fi
	done
fi
if [ ! -x "$runtime" ]; then
	runtime=
	for found in ${RUNTIMES.join(' \\\n\t\t')}; do
		if [ -z "$runtime" ] && [ -x "$found" ]; then
			runtime=$found
		fi
	done
	[ -n "$runtime" ] || runtime=$(command -v node)
fi
if [ -z "$script" ] || [ -z "$runtime" ]; then
	echo '${GONE} ${ADVICE}' >&2
	exit 127
fi
ELECTRON_RUN_AS_NODE=1
export ELECTRON_RUN_AS_NODE
exec "$runtime" "$script" "$@"
`;
}

/** The same for Windows. */
export function commandLauncher({ runtime, script, home }: LauncherTarget, env = process.env): string {
	const inBatch = (path: string) => escapePercent(path, env);
	const extensions = dirname(dirname(dirname(dirname(script))));
	const setHome = home === undefined ? [] : [`if not defined HAWSER_HOME set "HAWSER_HOME=${inBatch(home)}"`];
	const folders = [
		inBatch(extensions),
		...EXTENSION_FOLDERS.map(folder => `%USERPROFILE%\\${folder.replaceAll('/', '\\')}`),
	];
	return [
		'@echo off',
		'rem Written by the Hawser extension whenever a VS Code window starts; what you change here is overwritten.',
		'setlocal',
		`set "HAWSER_RUNTIME=${inBatch(runtime)}"`,
		`set "HAWSER_SCRIPT=${inBatch(script)}"`,
		...setHome,
		'if exist "%HAWSER_SCRIPT%" goto runtime',
		'set "HAWSER_SCRIPT="',
		...folders.map(folder => `call :find "${folder}"`),
		':runtime',
		'if not exist "%HAWSER_RUNTIME%" set "HAWSER_RUNTIME=%LOCALAPPDATA%\\Programs\\Microsoft VS Code\\Code.exe"',
		'if not exist "%HAWSER_RUNTIME%" set "HAWSER_RUNTIME=%ProgramFiles%\\Microsoft VS Code\\Code.exe"',
		'if not exist "%HAWSER_RUNTIME%" for %%n in (node.exe) do set "HAWSER_RUNTIME=%%~$PATH:n"',
		'if not defined HAWSER_SCRIPT goto gone',
		'if not defined HAWSER_RUNTIME goto gone',
		'set "ELECTRON_RUN_AS_NODE=1"',
		'"%HAWSER_RUNTIME%" "%HAWSER_SCRIPT%" %*',
		'exit /b %ERRORLEVEL%',
		':gone',
		`echo ${GONE} ${ADVICE} 1>&2`,
		'exit /b 9009',
		':find',
		'if defined HAWSER_SCRIPT exit /b',
		'for /f "delims=" %%e in (\'dir /b /ad /o-d "%~1\\hawser.hawser-vscode-*" 2^>nul\') do (',
		'  if not defined HAWSER_SCRIPT if exist "%~1\\%%e\\dist\\cli\\hawser.js" set "HAWSER_SCRIPT=%~1\\%%e\\dist\\cli\\hawser.js"',
		')',
		'exit /b',
		'',
	].join('\r\n');
}

export function launcherPath(home: string, platform: NodeJS.Platform = process.platform): string {
	return join(home, 'bin', platform === 'win32' ? 'hawser.cmd' : 'hawser');
}

/** For a POSIX shell: nothing but a single quote means anything inside single quotes. */
function quote(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Batch files are read in the console's code page, so a user name with an accent would be lost; the system's own variable for
 * the folder is not.
 */
function escapePercent(path: string, env: Readonly<Record<string, string | undefined>>): string {
	const profile = env['USERPROFILE'];
	const isBelow = profile !== undefined && profile !== '' && path.startsWith(`${profile}\\`);
	const rest = (isBelow ? path.slice(profile.length) : path).replaceAll('%', '%%');
	return isBelow ? `%USERPROFILE%${rest}` : rest;
}

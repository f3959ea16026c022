import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { windowFinder } from '@hawser/link/find-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { findProgram } from '@hawser/node/find-program.ts';
import type { Scope, SetupEnvironment } from './environment.ts';
import type { HookClient } from './hooks/hook-names.ts';
import type { HttpServer, StdioServer } from './mcp-server.ts';

/** The command that starts `hawser mcp` on this machine, by the shortest name that will still lead there tomorrow. */
export function stdioServer(environment: SetupEnvironment, scope: Scope): StdioServer {
	const { env, platform } = environment;
	// Where one user keeps the windows is of no use to the others who share a project.
	const home = scope === 'project' ? {} : differingHome(env, platform);
	return { transport: 'stdio', ...programOf(environment, ['mcp']), env: home };
}

/**
 * The command of a hook, which its client hands to a shell. It ends well even when Hawser has gone: some clients take the failure
 * of a hook for a refusal.
 */
export function hookCommand(environment: SetupEnvironment, client: HookClient): StdioServer {
	const { env, platform } = environment;
	const { command, args } = programOf(environment, ['hook', client]);
	if (platform === 'win32') {
		// Without a shell: which one it would be, nobody knows there.
		return { transport: 'stdio', command, args, env: {} };
	}
	const home = Object.entries(differingHome(env, platform)).map(([name, value]) => `${name}=${quoted(value)} `);
	const line = [command, ...args].map(quoted).join(' ');
	return { transport: 'stdio', command: `${home.join('')}${line} 2>/dev/null || true`, args: [], env: {} };
}

/** For a POSIX shell. */
function quoted(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function programOf(environment: SetupEnvironment, words: readonly string[]): Pick<StdioServer, 'command' | 'args'> {
	const { env, platform } = environment;
	const onPath = findProgram(['hawser'], environment);
	if (onPath !== undefined && !isPassing(onPath)) {
		return startable('hawser', onPath, words);
	}
	const launcher = join(hawserHome(env, platform), 'bin', platform === 'win32' ? 'hawser.cmd' : 'hawser');
	if (existsSync(launcher)) {
		return startable(launcher, launcher, words);
	}
	return { command: process.execPath, args: [realpathSync(process.argv[1] ?? ''), ...words] };
}

/** `npx` and `npm run` put folders on the PATH that are there for the moment only. */
function isPassing(program: string): boolean {
	return program.includes(`${sep}node_modules${sep}.bin${sep}`);
}

/** Windows starts scripts only through its shell, and most clients start servers without one. */
function startable(command: string, file: string, words: readonly string[]): Pick<StdioServer, 'command' | 'args'> {
	return /\.(cmd|bat)$/i.test(file) ? { command: 'cmd', args: ['/c', command, ...words] } : { command, args: words };
}

/** Some clients hand only a few variables on, and without this one Hawser would look for windows in the wrong place. */
function differingHome(env: SetupEnvironment['env'], platform: NodeJS.Platform): Record<string, string> {
	const chosen = hawserHome(env, platform);
	const usual = hawserHome({ ...env, HAWSER_HOME: undefined }, platform);
	return chosen === usual ? {} : { HAWSER_HOME: chosen };
}

/** The window that has the project open. Throws E_NO_WINDOW when none has. */
export function httpServer({ env, platform, project }: SetupEnvironment): HttpServer {
	const { port, token } = windowFinder(hawserHome(env, platform)).find(project);
	return {
		transport: 'http',
		url: `http://127.0.0.1:${port}/mcp`,
		headers: { Authorization: `Bearer ${token}` },
	};
}

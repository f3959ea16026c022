import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a program is started that shares the files with a window and cannot reach its port. */
export interface Isolation {
	how: 'network namespace' | 'closed port';
	/** The words of the command line before the program. */
	prefix: readonly string[];
	env: Record<string, string>;
}

/** A network namespace of its own has not even the loopback of the machine. Where none may be made, the port is a closed one. */
export function withoutNetwork(env: Record<string, string>): Isolation {
	const ways = [
		['unshare', '--net'],
		['unshare', '--map-root-user', '--net'],
	];
	const prefix = ways.find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0);
	if (prefix) {
		return { how: 'network namespace', prefix, env };
	}
	console.warn('No network namespace may be made here: the window is behind a closed port instead.');
	// Beside the home of the window, and removed with it.
	const home = mkdtempSync(join(env['HAWSER_HOME'] ?? '', '../closed-'));
	cpSync(env['HAWSER_HOME'] ?? '', home, { recursive: true });
	for (const file of globSync('windows/*.json', { cwd: home })) {
		const entry = JSON.parse(readFileSync(join(home, file), 'utf8')) as object;
		writeFileSync(join(home, file), JSON.stringify({ ...entry, port: 1 }), { mode: 0o600 });
	}
	return { how: 'closed port', prefix: [], env: { ...env, HAWSER_HOME: home } };
}

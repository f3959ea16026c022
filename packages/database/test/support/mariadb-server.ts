import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { eventually } from '../../../../tests/support/eventually.ts';
import { freePort } from './free-port.ts';
import type { TestServer } from './postgres-server.ts';
import { runProgram } from './run-program.ts';
import { giveTo, unprivileged } from './unprivileged.ts';

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/hawser-mariadb');
const PACKAGES = ['mariadb-server-core', 'libaio1', 'liburing2', 'libnuma1', 'libsnappy1v5', 'libpcre2-8-0'];
const SYSTEM_TABLES = ['mysql_system_tables.sql', 'mysql_performance_tables.sql', 'mysql_system_tables_data.sql'];

export const OWNER = { user: 'dev', password: 'test-Pa55:w@rd' };

/** A folder with usr/sbin/mariadbd: the system's own, or Debian's package unpacked beside node_modules, nothing installed. */
export async function findMariadb(): Promise<string | undefined> {
	const known = ['/', CACHE].find(root => existsSync(join(root, 'usr/sbin/mariadbd')));
	if (known !== undefined) {
		return known;
	}
	const folder = `${CACHE}.${process.pid}`;
	try {
		mkdirSync(folder, { recursive: true });
		for (const name of PACKAGES) {
			// Newer releases name some of the libraries otherwise, and have them installed.
			await runProgram('apt-get', ['download', name], { cwd: folder }).catch(() => undefined);
		}
		for (const file of readdirSync(folder).filter(name => name.endsWith('.deb'))) {
			await runProgram('dpkg', ['-x', join(folder, file), folder]);
			rmSync(join(folder, file));
		}
		renameSync(folder, CACHE);
		return existsSync(join(CACHE, 'usr/sbin/mariadbd')) ? CACHE : undefined;
	} catch {
		rmSync(folder, { recursive: true, force: true });
		return undefined;
	}
}

export async function startMariadb(root: string, more: readonly string[] = []): Promise<TestServer> {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-maria-')));
	const user = unprivileged();
	giveTo(folder, user);
	const share = join(root, 'usr/share/mysql');
	const libraries = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu'].map(path =>
		join(root, path),
	);
	const env = root === '/' ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries.join(':') };
	const options = { cwd: folder, env, ...user };
	const program = join(root, 'usr/sbin/mariadbd');
	const data = join(folder, 'data');
	mkdirSync(data);
	giveTo(data, user);
	const basics = [
		'--no-defaults',
		`--datadir=${data}`,
		`--lc-messages-dir=${share}`,
		`--character-sets-dir=${join(share, 'charsets')}`,
	];
	const sql = SYSTEM_TABLES.map(name => readFileSync(join(share, name), 'utf8')).join('\n');
	const accounts = `
FLUSH PRIVILEGES;
CREATE USER '${OWNER.user}'@'%' IDENTIFIED BY '${OWNER.password}';
GRANT ALL ON *.* TO '${OWNER.user}'@'%';
CREATE USER 'reader'@'%' IDENTIFIED BY 'reader-password';
GRANT SELECT ON shop.* TO 'reader'@'%';
CREATE DATABASE shop;`;
	// The server reads one statement per line end when it sets itself up.
	const input = `create database mysql;\nuse mysql;\n${sql}\n${accounts}\n`;
	await runProgram(program, [...basics, '--bootstrap', '--skip-log-bin', '--innodb-flush-log-at-trx-commit=0'], {
		...options,
		input,
	});
	const port = await freePort();
	let server: ChildProcess | undefined;
	const start = async () => {
		const flags = [
			`--socket=${join(folder, 's.sock')}`,
			`--pid-file=${join(folder, 'pid')}`,
			`--port=${port}`,
			'--bind-address=127.0.0.1',
		];
		const quick = [
			'--skip-log-bin',
			'--innodb-flush-log-at-trx-commit=0',
			'--skip-name-resolve',
			'--performance-schema=OFF',
			'--secure-file-priv=',
		];
		server = spawn(program, [...basics, ...flags, ...quick, ...more], { ...options, stdio: 'ignore' });
		await eventually(async () => {
			const connection = await createConnection({ host: '127.0.0.1', port, ...OWNER });
			await connection.end();
		});
	};
	const stop = async () => {
		if (server?.exitCode === null && server.signalCode === null) {
			const ended = once(server, 'exit');
			server.kill('SIGKILL');
			await ended;
		}
	};
	await start();
	return {
		port,
		folder,
		start,
		stop,
		dispose: async () => {
			await stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

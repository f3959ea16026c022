import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { eventually } from '../../../../tests/support/eventually.ts';
import { freePort } from './free-port.ts';
import { runProgram } from './run-program.ts';

const VERSION = 'v1.21.0';
const CACHE = join(import.meta.dirname, `../../../../node_modules/.cache/hawser-ferretdb-${VERSION}`);

/**
 * FerretDB, which speaks MongoDB's protocol on top of SQLite: MongoDB itself was found in no package registry. It is built by Go from its
 * module once, in the long run only, because that takes minutes; undefined where it is not there.
 */
export async function findFerretdb(): Promise<string | undefined> {
	const program = join(CACHE, 'ferretdb');
	if (existsSync(program)) {
		return program;
	}
	if (process.env['HAWSER_SERVERS'] !== 'all') {
		return undefined;
	}
	const folder = `${CACHE}.${process.pid}`;
	try {
		const output = await runProgram('go', ['mod', 'download', '-json', `github.com/FerretDB/FerretDB@${VERSION}`]);
		const { Dir } = JSON.parse(output) as { Dir: string };
		const source = join(folder, 'source');
		mkdirSync(folder, { recursive: true });
		cpSync(Dir, source, { recursive: true });
		// Files of the module cache cannot be written to, and the version is a file that is made on release.
		const version = join(source, 'build/version');
		chmodSync(version, 0o755);
		writeFileSync(join(version, 'version.txt'), `${VERSION}\n`);
		await runProgram('go', ['build', '-o', join(folder, 'ferretdb'), './cmd/ferretdb'], { cwd: source });
		await runProgram('chmod', ['-R', 'u+w', source]);
		rmSync(source, { recursive: true, force: true });
		renameSync(folder, CACHE);
		return program;
	} catch {
		await runProgram('chmod', ['-R', 'u+w', folder]).catch(() => undefined);
		rmSync(folder, { recursive: true, force: true });
		return undefined;
	}
}

export async function startFerretdb(program: string, more: readonly string[] = []) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-ferret-')));
	mkdirSync(join(folder, 'data'));
	const port = await freePort();
	const flags = [
		'--handler=sqlite',
		`--sqlite-url=file:${join(folder, 'data')}/`,
		`--state-dir=${folder}`,
		'--telemetry=disable',
	];
	const server = spawn(
		program,
		[...flags, `--listen-addr=127.0.0.1:${port}`, '--debug-addr=-', '--log-level=error', ...more],
		{
			cwd: folder,
			stdio: 'ignore',
		},
	);
	const owner = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
		serverSelectionTimeoutMS: 2_000,
	});
	await eventually(() => owner.db('admin').command({ ping: 1 }));
	return {
		port,
		owner,
		async dispose() {
			await owner.close();
			if (server.exitCode === null) {
				const ended = once(server, 'exit');
				server.kill('SIGKILL');
				await ended;
			}
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

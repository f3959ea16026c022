// The first thing that runs on a fresh clone: plain JavaScript for Node >= 20, nothing installed yet. It installs what the lock file says,
// once, and then hands over to a TypeScript script on the Node that the lock file brings, which runs TypeScript as it is.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenParentIsGone } from './parent-watch.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.hawser-installed');
const [script, ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
	fail(`Hawser needs Node 20 or newer; this is ${process.version}.`);
}
const lockHash = createHash('sha256')
	.update(readFileSync(join(root, 'package-lock.json')))
	.digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) {
	await install();
	writeFileSync(stamp, lockHash);
}
await handOver();

async function install() {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	console.error('Installing what Hawser is built with (once; about a minute) …');
	const ticker = setInterval(() => console.error(`  … still installing, ${seconds()} s`), 10_000);
	const npm = spawn('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
		shell: process.platform === 'win32',
	});
	const code = await new Promise(resolve => npm.on('close', resolve).on('error', () => resolve(1)));
	clearInterval(ticker);
	if (code !== 0) {
		fail(
			'npm ci failed; its message is above. Check the connection to the npm registry and run the same command again.',
		);
	}
	console.error(`Installed in ${seconds()} s.`);
}

function handOver() {
	const ours = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
	const runtime = [ours, process.execPath].find(canStripTypes);
	if (!runtime) {
		fail(
			`There is no Node 24 for ${process.platform}-${process.arch} among the packages; install Node 24 and run this again.`,
		);
	}
	const child = spawn(runtime, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
		cwd: process.env.INIT_CWD ?? process.cwd(),
		// The channel carries nothing: a script that wants to end with this process, however that ends, hears it close.
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
		env: {
			...process.env,
			PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
		},
	});
	// Ctrl+C reaches the whole group; this process stays until the child has cleaned up after itself.
	process.on('SIGINT', () => undefined);
	for (const signal of ['SIGTERM', 'SIGHUP']) {
		process.on(signal, () => child.kill(signal));
	}
	whenParentIsGone(() => child.kill('SIGTERM'));
	child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
	child.on('error', error => fail(error.message));
}

function canStripTypes(node) {
	const { stdout } = spawnSync(node, ['-p', 'process.features.typescript'], { encoding: 'utf8' });
	return stdout?.trim() === 'strip';
}

function fail(message) {
	console.error(message);
	process.exit(1);
}

/** `npm start [folder] [-- --once]`: a real VS Code on the folder, and an agent's calls to it, before your eyes. */
import { cpSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchEditor } from '@hawser/headless/launch.ts';
import { printProgress } from '@hawser/headless/progress.ts';
import { windowAddress } from '@hawser/headless/window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { ARTEFACTS, ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';
import { howToConnect } from './start/how-to-connect.ts';
import { showCalls } from './start/show-calls.ts';
import { waitForWindow } from './start/wait-for-window.ts';

const { values, positionals } = parseArgs({ options: { once: { type: 'boolean' } }, allowPositionals: true });
const sample = positionals[0] === undefined ? copySample() : undefined;
const folder = sample?.folder ?? realFolder(positionals[0] ?? '.');

try {
	console.error('Building the extension and the CLI …');
	await buildAll();
	const home = hawserHome();
	await using editor = await launchEditor({
		vsix: [ARTEFACTS.vsix],
		env: { HAWSER_HOME: home },
		onProgress: printProgress(),
	});
	await editor.openWindow(folder);
	console.error('         Waiting for the window …');
	const entry = await waitForWindow(home, folder);
	await showCalls(folder, sample !== undefined);
	if (values.once !== true) {
		console.log(howToConnect({ folder, entry, page: windowAddress(editor.url, folder), password: editor.password }));
		await new Promise<void>(done => {
			process.once('SIGINT', done);
			process.once('SIGTERM', done);
		});
		console.error('\nStopping …');
	}
} finally {
	sample?.remove();
}

/** A copy, so that what is tried out does not change the repository. */
function copySample(): { folder: string; remove(): void } {
	const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-sample-')));
	const copy = join(parent, 'shop');
	cpSync(join(ROOT, 'tests/projects/shop'), copy, { recursive: true });
	return { folder: copy, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

function realFolder(path: string): string {
	const absolute = resolve(process.env['INIT_CWD'] ?? '.', path);
	if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) {
		console.error(`There is no folder ${absolute}.`);
		process.exit(2);
	}
	return realpathSync(absolute);
}

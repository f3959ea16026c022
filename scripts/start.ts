/** `npm start [folder] [-- --once]`: a real VS Code on the folder, and an agent's calls to it, before your eyes. */
import { cpSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchEditor } from '@hawser/headless/launch.ts';
import { printProgress } from '@hawser/headless/shared/progress.ts';
import { windowAddress } from '@hawser/headless/window.ts';
import { ARTEFACTS, ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';
import { howToConnect } from './start/how-to-connect.ts';
import { createOwnFolder, type OwnFolder } from './start/own-folder.ts';
import { questionsFor, SAMPLE_QUESTIONS } from './start/questions.ts';
import { showCalls } from './start/show-calls.ts';
import { awaitStopRequest } from './start/stop-request.ts';
import { waitForWindow } from './start/wait-for-window.ts';

const { values, positionals } = parseArgs({ options: { once: { type: 'boolean' } }, allowPositionals: true });
const named = positionals[0] === undefined ? undefined : realFolder(positionals[0]);
const stop = awaitStopRequest();
const own = await createOwnFolder();
try {
	await show(own, named);
} catch (cause) {
	// An editor that was told to stop while it was being launched says so by failing.
	if (!stop.isRequested()) {
		throw cause;
	}
	process.exitCode = 1;
} finally {
	await own.remove();
}
if (stop.isRequested()) {
	// What was being waited for when the request came would keep this process.
	process.exit();
}

async function show({ path, home }: OwnFolder, project: string | undefined): Promise<void> {
	console.error('Building the extension and the CLI …');
	await buildAll();
	if (stop.isRequested()) {
		return;
	}
	const folder = project ?? copySample(path);
	const questions = project === undefined ? SAMPLE_QUESTIONS : questionsFor(project);
	await using editor = await launchEditor({
		vsix: [ARTEFACTS.vsix],
		env: { HAWSER_HOME: home },
		onProgress: printProgress(),
	});
	const entry = await unlessStopped(async () => {
		await editor.openWindow(folder);
		console.error('         Waiting for the window …');
		const found = await waitForWindow(home, folder);
		await showCalls({ folder, home, questions, strict: project === undefined });
		return found;
	});
	const [, question] = questions;
	if (entry !== undefined && values.once !== true && question !== undefined) {
		const page = windowAddress(editor.url, folder);
		console.log(howToConnect({ folder, entry, home, page, password: editor.password, question }));
		await stop.come;
	}
	if (stop.isRequested()) {
		console.error('\nStopping …');
	}
}

/** Undefined when the request to stop came first. */
async function unlessStopped<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
	const done = work();
	// It fails when the editor is taken from it, and nobody waits for it any more then.
	done.catch(() => undefined);
	return Promise.race([done, stop.come.then(() => undefined)]);
}

/** A copy, so that what is tried out does not change the repository. */
function copySample(parent: string): string {
	const copy = join(parent, 'shop');
	cpSync(join(ROOT, 'tests/projects/shop'), copy, { recursive: true });
	return copy;
}

function realFolder(path: string): string {
	const absolute = resolve(process.env['INIT_CWD'] ?? '.', path);
	if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) {
		console.error(`There is no folder ${absolute}.`);
		process.exit(2);
	}
	return realpathSync(absolute);
}

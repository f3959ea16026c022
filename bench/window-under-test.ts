import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchEditor } from '@hawser/headless/launch.ts';
import { printProgress } from '@hawser/headless/shared/progress.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { ARTEFACTS, ROOT } from '../scripts/build/artefacts.ts';
import { waitForWindow } from '../scripts/start/wait-for-window.ts';

export interface WindowUnderTest {
	window: EditorWindow;
	entry: WindowEntry;
	folder: string;
	/** For processes that must find the window. */
	env: NodeJS.ProcessEnv;
	/** Folder of the editor's data, its logs among them. */
	editorFolder: string;
	/** Port of a server in the same extension host whose handler does nothing. */
	barePort: number;
	/** Opens a second window of the same editor, on a new folder that is filled first. */
	openAnother(name: string, fill: (folder: string) => void): Promise<{ entry: WindowEntry; folder: string }>;
	close(): Promise<void>;
}

/** A real window with the packed extension in it, beside the barest server there can be. */
export async function openWindowUnderTest(): Promise<WindowUnderTest> {
	const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-bench-')));
	const folder = join(parent, 'shop');
	const home = join(parent, 'home');
	cpSync(join(ROOT, 'tests/projects/shop'), folder, { recursive: true });
	const editor = await launchEditor({
		vsix: [ARTEFACTS.vsix],
		env: { HAWSER_HOME: home },
		evaluator: true,
		onProgress: printProgress(),
	});
	const window = await editor.openWindow(folder);
	const entry = await waitForWindow(home, folder);
	const barePort = Number(await window.evaluate(START_BARE_SERVER));
	return {
		window,
		entry,
		folder,
		env: { ...process.env, HAWSER_HOME: home },
		editorFolder: editor.folder,
		barePort,
		async openAnother(name, fill) {
			const another = join(parent, name);
			mkdirSync(another);
			fill(another);
			await editor.openWindow(another);
			return { entry: await waitForWindow(home, another), folder: another };
		},
		async close() {
			await editor.stop();
			rmSync(parent, { recursive: true, force: true });
		},
	};
}

const START_BARE_SERVER = `
	const { createServer } = require('node:http');
	const server = createServer((request, response) => {
		request.resume();
		request.on('end', () => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 });
			response.end('{}');
		});
	});
	await new Promise(listening => server.listen(0, '127.0.0.1', listening));
	return server.address().port;
`;

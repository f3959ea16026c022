import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from '@hawser/headless/editor.ts';
import { launchEditor } from '@hawser/headless/launch.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { ARTEFACTS, ROOT } from '../build/artefacts.ts';
import { buildAll } from '../build/build-all.ts';
import { waitForWindow } from './wait-for-window.ts';

interface PictureWindow {
	window: EditorWindow;
	/** How clients reach it. */
	entry: Awaited<ReturnType<typeof waitForWindow>>;
	/** The project in it: a copy of the shop. */
	folder: string;
	home: string;
	/** Goes with everything in it when the picture is made. */
	parent: string;
}

/** A window of the real editor with the extension as it is built now, for as long as the picture takes. */
export async function inPictureWindow(
	{ env, ...options }: Pick<LaunchOptions, 'env' | 'settings' | 'viewport'>,
	takePictures: (window: PictureWindow) => Promise<void>,
): Promise<void> {
	await buildAll();
	const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-')));
	try {
		const folder = join(parent, 'shop');
		const home = join(parent, 'home');
		cpSync(join(ROOT, 'tests/projects/shop'), folder, { recursive: true });
		await using editor = await launchEditor({
			vsix: [ARTEFACTS.vsix],
			evaluator: true,
			env: { HAWSER_HOME: home, ...env },
			...options,
		});
		const window = await editor.openWindow(folder);
		await takePictures({ window, entry: await waitForWindow(home, folder), folder, home, parent });
	} finally {
		rmSync(parent, { recursive: true, force: true });
	}
}

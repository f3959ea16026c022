import { installBrowser } from '@hawser/headless/install/install-browser.ts';
import { installEditor } from '@hawser/headless/install/install-editor.ts';
import { printProgress } from '@hawser/headless/shared/progress.ts';

/** Installs VS Code and a browser once, with progress, so that no test waits for it in silence. */
export async function prepareEditor(): Promise<void> {
	const onProgress = printProgress();
	await installEditor({ proposedApi: 'checked', onProgress });
	await installBrowser({ onProgress });
}

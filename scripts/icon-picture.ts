/** Makes the icon of the Marketplace page from the one of the activity bar, so that there is one drawing. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser } from '@hawser/headless/install/install-browser.ts';
import { startBrowser } from '@hawser/headless/start-browser.ts';
import { ROOT } from './build/artefacts.ts';

const SIZE = 128;
const profile = mkdtempSync(join(tmpdir(), 'hawser-icon-'));
const { executable } = await installBrowser();
const browser = await startBrowser({
	executable,
	profile,
	artefacts: profile,
	environment: process.env,
	viewport: { width: SIZE, height: SIZE },
	timeout: 60_000,
});
try {
	const page = await browser.newPage();
	const drawing = readFileSync(join(ROOT, 'packages/extension/media/hawser.svg'), 'utf8');
	await page.setContent(`<style>
		html { background: transparent }
		body { margin: 0; width: ${SIZE}px; height: ${SIZE}px; border-radius: 26px; color: #fff; background: #0b3954 }
		svg { width: 96px; height: 96px; margin: 16px }
	</style>${drawing}`);
	const path = join(ROOT, 'packages/extension/icon.png');
	await page.screenshot({ path, omitBackground: true });
	console.log(path);
} finally {
	await browser.close();
	rmSync(profile, { recursive: true, force: true });
}

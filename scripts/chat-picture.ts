/** Makes the picture of the chat's tool picker from the real thing. */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchEditor } from '@hawser/headless/launch.ts';
import { ARTEFACTS, ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';
import { waitForWindow } from './start/wait-for-window.ts';

await buildAll();
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-')));
try {
	const folder = join(parent, 'shop');
	const home = join(parent, 'home');
	cpSync(join(ROOT, 'tests/projects/shop'), folder, { recursive: true });
	await using editor = await launchEditor({
		vsix: [ARTEFACTS.vsix],
		evaluator: true,
		env: { HAWSER_HOME: home },
		settings: { 'chat.disableAIFeatures': undefined },
		viewport: { width: 1100, height: 860 },
	});
	const window = await editor.openWindow(folder);
	await waitForWindow(home, folder);
	await window.executeCommand('workbench.action.chat.open', { mode: 'agent' });
	await window.evaluate(`void vscode.commands.executeCommand('workbench.action.chat.configureTools')`);
	const group = (name: string) => window.page.locator(`.quick-input-widget .monaco-list-row[aria-label="${name}"]`);
	await group('Built-In').locator('.monaco-tl-twistie').click();
	await group('Hawser').locator('.monaco-tl-twistie').click();
	await group('Hawser').hover();
	await window.page.mouse.wheel(0, 850);
	await window.page.mouse.move(0, 0);
	// A picture is for people: it may wait until everything on it has settled.
	await sleep(2000);
	await window.screenshot(join(ROOT, 'docs/images/chat-tools.png'));
	console.log('docs/images/chat-tools.png');
} finally {
	rmSync(parent, { recursive: true, force: true });
}

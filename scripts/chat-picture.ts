/** Makes the picture of the chat's tool picker from the real thing. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './build/artefacts.ts';
import { inPictureWindow } from './start/picture-window.ts';

await inPictureWindow(
	{ settings: { 'chat.disableAIFeatures': undefined }, viewport: { width: 1100, height: 860 } },
	async ({ window }) => {
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
	},
);

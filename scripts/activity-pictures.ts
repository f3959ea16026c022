/** Makes the pictures of the view of activity from the real thing: for the guide, in three themes, and small ones for the walkthrough. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { openActivity } from '../tests/support/activity-page.ts';
import { call, connectHttp } from '../tests/support/mcp-clients.ts';
import { answerQuestion, findQuestion } from '../tests/support/questions.ts';
import { ROOT } from './build/artefacts.ts';
import { inPictureWindow } from './start/picture-window.ts';
import { widenSideBar } from './widen-side-bar.ts';

const THEMES = {
	'activity.png': 'Default Dark Modern',
	'activity-light.png': 'Default Light Modern',
	'activity-high-contrast.png': 'Default High Contrast',
};
const WALKTHROUGH = join(ROOT, 'packages/extension/media/walkthrough');

await inPictureWindow(
	{ env: { PS1: '$ ' }, viewport: { width: 1280, height: 860 } },
	async ({ window, entry, folder }) => {
		await window.evaluate('await vscode.window.showTextDocument(vscode.Uri.file(args.file), { preview: false })', {
			file: join(folder, 'src/checkout.ts'),
		});
		await openActivity(window);
		await widenSideBar(window, 480);
		const claude = await connectHttp(entry, 'legacy', { client: 'claude-code' });
		const codex = await connectHttp(entry, 'legacy', { client: 'codex' });
		await call(claude, 'diagnostic_list', { path: 'src/checkout.ts' });
		await call(claude, 'symbol_references', { path: 'src/cart.ts', symbol: 'addTax' });
		await call(codex, 'file_read', { path: 'src/missing.ts' });
		await call(codex, 'text_search', { query: 'addTax' });
		await call(claude, 'file_edit', {
			edits: [{ path: 'src/cart.ts', oldText: 'rate = 0.2', newText: 'rate = 0.19' }],
		});
		await call(codex, 'terminal_run', { command: 'ls src' });
		const running = claude.callTool(
			{ name: 'terminal_run', arguments: { command: 'tail -f package.json', timeout: 600_000 } },
			{ timeout: 600_000, onprogress: () => undefined },
		);
		running.catch(() => undefined);
		const page = await openActivity(window);
		await page.locator('.row.running').first().waitFor();
		for (const [name, theme] of Object.entries(THEMES)) {
			await useTheme(window, theme);
			await save(window, join(ROOT, 'docs/images', name));
		}
		await useTheme(window, 'Default Dark Modern');
		await clip(window, join(WALKTHROUGH, 'activity.jpg'));
		await page.locator('.row.running .stop').first().click();
		await running.catch(() => undefined);
		await window.evaluate(
			"await vscode.workspace.getConfiguration().update('hawser.mode', 'ask', vscode.ConfigurationTarget.Global)",
		);
		const asked = call(codex, 'terminal_run', { command: 'git push origin main' });
		await findQuestion(window, 'git push');
		await clip(window, join(WALKTHROUGH, 'question.jpg'));
		await answerQuestion(window, 'git push', 'Deny');
		await asked;
		await claude.close();
		await codex.close();
	},
);

async function useTheme(window: EditorWindow, theme: string): Promise<void> {
	await window.evaluate(
		"await vscode.workspace.getConfiguration().update('workbench.colorTheme', args.theme, vscode.ConfigurationTarget.Global)",
		{ theme },
	);
}

async function save(window: EditorWindow, path: string): Promise<void> {
	await settle(window);
	await window.screenshot(path);
	console.log(path);
}

/** The upper part of the side bar alone, small enough to be part of the extension. */
async function clip(window: EditorWindow, path: string): Promise<void> {
	await settle(window);
	await window.page.screenshot({ path, type: 'jpeg', quality: 45, clip: { x: 48, y: 36, width: 436, height: 340 } });
	console.log(path);
}

/** A picture is for people: nothing is lit up by the pointer, and it may wait until everything on it has settled. */
async function settle(window: EditorWindow): Promise<void> {
	await window.page.mouse.move(900, 780);
	await sleep(2000);
}

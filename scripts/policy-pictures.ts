/** Makes the pictures of the guide to modes and rules from the real thing: a question of an agent, a review, and the page with the rules. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { call, connectHttp } from '../tests/support/mcp-clients.ts';
import { answerQuestion, findQuestion } from '../tests/support/questions.ts';
import { rulesPage } from '../tests/support/rules-page.ts';
import { ROOT } from './build/artefacts.ts';
import { inPictureWindow } from './start/picture-window.ts';
import { widenSideBar } from './widen-side-bar.ts';

await inPictureWindow({ viewport: { width: 1280, height: 860 } }, async ({ window, entry, folder, home }) => {
	await window.evaluate(
		`const settings = vscode.workspace.getConfiguration();
		await settings.update('workbench.colorTheme', 'Default Dark Modern', vscode.ConfigurationTarget.Global);
		await settings.update('hawser.mode', 'ask', vscode.ConfigurationTarget.Global);
		await vscode.window.showTextDocument(vscode.Uri.file(args.file), { preview: false });`,
		{ file: join(folder, 'src/checkout.ts') },
	);
	const client = await connectHttp(entry, 'legacy', { client: 'codex' });
	await pictureOfQuestion(window, client);
	await pictureOfReview(window, client);
	await client.close();
	await pictureOfRules(window, join(home, 'rules.json'), folder);
});

async function pictureOfQuestion(window: EditorWindow, client: Awaited<ReturnType<typeof connectHttp>>): Promise<void> {
	const answer = call(client, 'terminal_run', { command: 'npm test -- --coverage && git push origin main' });
	await findQuestion(window, 'git push');
	await widenSideBar(window, 560);
	await save(window, 'question.png');
	await answerQuestion(window, 'git push', 'Deny');
	await answer;
}

async function pictureOfReview(window: EditorWindow, client: Awaited<ReturnType<typeof connectHttp>>): Promise<void> {
	const answer = call(client, 'file_edit', {
		edits: [
			{ path: 'src/cart.ts', oldText: 'rate = 0.2', newText: 'rate = 0.19' },
			{ path: 'src/checkout.ts', oldText: 'addTax(4.5)', newText: 'addTax(5.9)' },
		],
	});
	await findQuestion(window, 'src/checkout.ts');
	await window.page.locator('.editor.modified .view-line').first().waitFor();
	await save(window, 'review.png');
	await answerQuestion(window, 'src/checkout.ts', 'Deny');
	await answer;
}

async function pictureOfRules(window: EditorWindow, file: string, folder: string): Promise<void> {
	const rules = [
		{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'], folder },
		{ decision: 'allow', effect: ['edits'], path: 'src/**', agent: 'claude*' },
		{ decision: 'ask', tool: 'git_commit' },
		{ decision: 'deny', tool: 'terminal_run', command: ['git', 'push'] },
		{ decision: 'allow', tool: 'test_run', folder: '/home/me/other' },
	];
	writeFileSync(file, JSON.stringify({ rules }), { mode: 0o600 });
	await window.executeCommand('workbench.action.closeSidebar');
	await window.executeCommand('hawser.showRules');
	const page = await rulesPage(window);
	await page.locator('.rule').nth(4).waitFor();
	await save(window, 'rules.png');
}

async function save(window: EditorWindow, name: string): Promise<void> {
	// Nothing is lit up by the pointer.
	await window.page.mouse.move(900, 780);
	// A picture is for people: it may wait until everything on it has settled.
	await sleep(2000);
	await window.screenshot(join(ROOT, 'docs/images', name));
	console.log(`docs/images/${name}`);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { gitIn, makeRepository } from '../support/git.ts';
import { call, connectHttp } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** Who commits what an agent has changed has looked at it. */
const workbench = useWorkbench();
let open: OpenWindow;
let client: Client;
beforeAll(async () => {
	const folder = workbench().copyProject('shop');
	for (const name of ['kept.txt', 'reworked.txt', 'left.txt', 'alone.txt']) {
		writeFileSync(join(folder, name), 'one\ntwo\n');
	}
	makeRepository(folder, 'First');
	open = await workbench().open(folder);
	client = await connectHttp(open.entry);
	await open.window.executeCommand('hawser.showChanges');
});
afterAll(async () => {
	await client.close();
});

const edit = (path: string) => call(client, 'file_edit', { path, edits: [{ oldText: 'two', newText: 'TWO' }] });
/** Files in the view that wait to be looked at. */
const unseen = async (): Promise<number> => {
	const badge = open.window.page
		.locator('.activitybar .action-item', { has: open.window.page.locator('a[aria-label*="Hawser"]') })
		.locator('.badge-content', { hasText: /^\d+$/ });
	return (await badge.count()) === 0 ? 0 : Number(await badge.innerText());
};
const commitInEditor = (message: string, files: readonly string[]) =>
	open.window.evaluate(
		`const git = (await vscode.extensions.getExtension('vscode.git').activate()).getAPI(1);
		const [repository] = git.repositories;
		await repository.status();
		await repository.add(args.files);
		await repository.commit(args.message);`,
		{ message, files: files.map(name => join(open.folder, name)) },
	);

test('a commit in the editor marks the files that it holds as the agent left them, and no others', async () => {
	for (const name of ['kept.txt', 'reworked.txt', 'left.txt', 'alone.txt']) {
		await edit(name);
	}
	await eventually(async () => expect(await unseen()).toBe(4));
	await open.window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine '));
		await document.save();`,
		{ path: join(open.folder, 'reworked.txt') },
	);
	await commitInEditor('Second', ['kept.txt', 'reworked.txt']);
	await eventually(async () => expect(await unseen()).toBe(3));
});

test('what an agent commits itself waits to be looked at, also when the user commits something else', async () => {
	gitIn(open.folder, 'commit', '--quiet', '--message', 'Of the agent', '--', 'left.txt');
	await eventually(async () =>
		expect(
			await open.window.evaluate(
				`const git = (await vscode.extensions.getExtension('vscode.git').activate()).getAPI(1);
				await git.repositories[0].status();
				return git.repositories[0].state.HEAD.commit;`,
			),
		).toBe(gitIn(open.folder, 'rev-parse', 'HEAD').trim()),
	);
	await commitInEditor('Third', ['alone.txt']);
	await eventually(async () => expect(await unseen()).toBe(2));
});

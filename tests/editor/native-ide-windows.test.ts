import { existsSync, globSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { beforeAll, expect, test } from 'vitest';
import { type ClaudeLockFile, claudeLocks, connectClaude } from '../support/claude-client.ts';
import { askAsCodex } from '../support/codex-client.ts';
import { eventually } from '../support/eventually.ts';
import { connectIdeHttp } from '../support/ide-http-client.ts';
import { useWorkbench } from '../support/use-window.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** Agents' own protocols where a folder does not mean one window, and a window not one folder. */
const workbench = useWorkbench();
const home = () => join(workbench().editor.folder, 'home');
const codexSocket = () => join(home(), '.codex/ipc/ipc.sock');

beforeAll(() => {
	for (const folder of ['.claude', '.copilot', '.codex']) {
		mkdirSync(join(home(), folder));
	}
});

async function comparisons(window: EditorWindow): Promise<string[]> {
	return (await window.evaluate(
		`return vscode.window.tabGroups.all.flatMap(group => group.tabs)
			.filter(tab => tab.input?.modified?.scheme === 'hawser-proposal').map(tab => tab.label)`,
	)) as string[];
}

/** The port that a new terminal of the window names to Claude Code. */
async function portInTerminal(window: EditorWindow): Promise<number> {
	const marker = join(home(), `port-${Math.random()}`);
	await window.evaluate(`vscode.window.createTerminal().sendText('echo "$CLAUDE_CODE_SSE_PORT" > ' + args)`, marker);
	return Number(await eventually(() => readFileSync(marker, 'utf8').trim()));
}

test('two windows with the same folder: each has its own way in, and terminals name theirs', async () => {
	const folder = workbench().copyProject('shop');
	const { window: first } = await workbench().open(folder);
	const second = await workbench().editor.openWindow(folder);
	const locks = await eventually(() => {
		const found = claudeLocks(home()).filter(({ workspaceFolders }) => workspaceFolders.includes(folder));
		expect(found).toHaveLength(2);
		return found;
	});
	for (const [window, other] of [
		[first, second],
		[second, first],
	] as const) {
		const lock = await eventually(async (): Promise<ClaudeLockFile> => {
			const port = await portInTerminal(window);
			const named = locks.find(candidate => candidate.port === port);
			if (!named) {
				throw new Error(`No lock has the port ${port}.`);
			}
			return named;
		});
		const claude = await connectClaude(lock);
		const path = join(folder, 'same.txt');
		const asked = claude.call('openDiff', {
			...{ old_file_path: path, new_file_path: path },
			...{ new_file_contents: 'x\n', tab_name: 'same' },
		});
		await eventually(async () => expect(await comparisons(window)).toEqual(['same.txt (a change of Claude Code)']));
		expect(await comparisons(other)).toEqual([]);
		await claude.call('close_tab', { tab_name: 'same' });
		expect(await asked).toEqual(['DIFF_REJECTED', 'same']);
		claude.close();
	}
	// Copilot CLI takes the first lock; both lead somewhere.
	const sockets = await eventually(() => {
		const found = globSync('.copilot/ide/*.lock', { cwd: home() }).map(
			name => JSON.parse(readFileSync(join(home(), name), 'utf8')) as Record<string, unknown>,
		);
		expect(found).toHaveLength(2);
		return found;
	});
	expect(new Set(sockets.map(({ socketPath }) => socketPath)).size).toBe(2);
	for (const { socketPath, headers } of sockets) {
		const { Authorization: authorization } = headers as { Authorization: string };
		await (await connectIdeHttp({ socketPath: String(socketPath), authorization }, 'copilot-cli')).end();
	}
	await eventually(async () =>
		expect(await askAsCodex(codexSocket(), folder)).toMatchObject({ resultType: 'success' }),
	);
	await second.close();
	await eventually(() => expect(globSync('.copilot/ide/*.lock', { cwd: home() })).toHaveLength(1));
	await eventually(async () =>
		expect(await askAsCodex(codexSocket(), folder)).toMatchObject({ resultType: 'success' }),
	);
	await first.close();
	expect(existsSync(codexSocket())).toBe(false);
});

test('a window with two folders is found from both', async () => {
	const top = workbench().makeFolder('two');
	for (const name of ['library', 'program']) {
		writeFileIn(top, `${name}/${name}.txt`, `${name}\n`);
	}
	const file = writeFileIn(
		top,
		'two.code-workspace',
		JSON.stringify({ folders: [{ path: 'library' }, { path: 'program' }] }),
	);
	const window = await workbench().editor.openWindow(file);
	const folders = ['library', 'program'].map(name => join(top, name));
	const lock = await eventually(() => {
		const found = claudeLocks(home()).find(({ workspaceFolders }) => workspaceFolders.join() === folders.join());
		if (!found) {
			throw new Error('No lock has both folders.');
		}
		return found;
	});
	const claude = await connectClaude(lock);
	for (const folder of folders) {
		const path = join(folder, 'new.txt');
		const asked = claude.call('openDiff', {
			...{ old_file_path: path, new_file_path: path },
			...{ new_file_contents: 'x\n', tab_name: path },
		});
		await eventually(async () => expect(await comparisons(window)).toHaveLength(1));
		await claude.call('close_tab', { tab_name: path });
		await asked;
	}
	claude.close();
	await eventually(() => expect(lstatSync(codexSocket()).isSocket()).toBe(true));
	await window.evaluate(
		`await vscode.window.showTextDocument(vscode.Uri.file(args), { preview: false })`,
		join(top, 'program/program.txt'),
	);
	await eventually(async () => {
		const [library, program] = await Promise.all(folders.map(folder => askAsCodex(codexSocket(), folder)));
		expect(program?.result?.ideContext.activeFile?.path).toBe('program.txt');
		expect(library?.result?.ideContext.activeFile?.path).toBe(join(top, 'program/program.txt'));
	});
	await window.close();
});

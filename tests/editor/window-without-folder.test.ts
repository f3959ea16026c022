import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { windowFinder } from '@hawser/link/find-window.ts';
import { expect, test } from 'vitest';
import { finished, startCli } from '../../packages/cli/test/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { installedCli } from '../support/installed-cli.ts';
import { useWorkbench } from '../support/use-window.ts';

const workbench = useWorkbench();

async function hawser(cwd: string, ...args: string[]) {
	const child = startCli(installedCli(), args, { cwd, env: { HAWSER_HOME: workbench().home } });
	child.stdin.end();
	return finished(child);
}

test('a window without a folder is reached as the only one, by its files, and by its id', async () => {
	const [place, notes, project] = ['place', 'notes', 'project'].map(name => workbench().makeFolder(name)) as [
		string,
		string,
		string,
	];
	const workspaceFile = join(place, 'none.code-workspace');
	writeFileSync(workspaceFile, '{ "folders": [] }');
	writeFileSync(join(notes, 'todo.md'), '- reach me\n');
	const window = await workbench().editor.openWindow(workspaceFile);
	const entry = await eventually(() => {
		const [only] = windowFinder(workbench().home).all();
		expect(only?.folders).toEqual([]);
		return only;
	});
	expect((await hawser(notes, 'call', 'window_status')).stdout).toContain(entry?.id);

	const other = await workbench().open(project);
	expect(await hawser(notes, 'call', 'window_status')).toMatchObject({
		code: 4,
		stderr: expect.stringContaining('--window ID') as string,
	});
	expect((await hawser(notes, 'call', 'window_status', '--window', entry?.id ?? '')).stdout).toContain(entry?.id);
	await window.evaluate('await vscode.window.showTextDocument(vscode.Uri.file(args.path), { preview: false })', {
		path: join(notes, 'todo.md'),
	});
	await eventually(async () => expect((await hawser(notes, 'call', 'window_status')).stdout).toContain(entry?.id));
	// A file that the window shows may be read, by a path from where the user is.
	expect((await hawser(notes, 'call', 'file_read', 'path=todo.md')).stdout).toContain('reach me');
	expect((await hawser(project, 'call', 'window_status')).stdout).toContain(other.entry.id);
	await window.close();
	await other.window.close();
});

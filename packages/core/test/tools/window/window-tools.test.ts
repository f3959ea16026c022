import { expect, test } from 'vitest';
import { ToolError } from '../../../src/errors/tool-error.ts';
import type { Windows } from '../../../src/ports/windows.ts';
import { windowList } from '../../../src/tools/window/window-list.ts';
import { windowReload } from '../../../src/tools/window/window-reload.ts';
import { windowStatus } from '../../../src/tools/window/window-status.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const windows: Windows = {
	list: () =>
		Promise.resolve([
			{
				id: 'w1',
				folders: ['/shop'],
				port: 50_001,
				app: 'VS Code 1.139.1',
				version: '0.1.0',
				focused: true,
				since: '2026-01-02T03:04:05.000Z',
				current: true,
			},
		]),
	status: () => ({
		id: 'w1',
		pid: 7,
		port: 50_001,
		app: 'VS Code 1.139.1',
		version: '0.1.0',
		trusted: false,
		since: '2026-01-02T03:04:05.000Z',
		folders: [{ name: 'shop', path: '/shop' }],
		activeFile: 'a.ts',
		openFiles: Array.from({ length: 80 }, (_, index) => ({ path: `f${index}.ts`, dirty: index === 3 })),
		debugSessions: [],
		system: { platform: 'linux', arch: 'x64', node: '24.0.0', shell: '/bin/bash' },
	}),
	reload: () => undefined,
};

test('window_list marks the window that answers', async () => {
	const { text } = await runTool(windowList, {}, { windows });
	expect(text).toBe('1 window:\n/shop  port 50001  VS Code 1.139.1  (this window, focused)');
});

test('window_status says what matters, and how many more files are open than it names', async () => {
	const { text } = await runTool(windowStatus, {}, { windows });
	expect(text).toContain('Folders: /shop (not trusted: only reading tools run)');
	expect(text).toContain('Open files (80):');
	expect(text).toContain('Unsaved: f3.ts');
	const { openFiles, openFilesTotal } = await dataOf(runTool(windowStatus, {}, { windows }));
	expect(openFiles).toHaveLength(50);
	expect(openFilesTotal).toBe(80);
});

test('window_reload tells which window is going, so that its return can be noticed', async () => {
	const { envelope, text } = await runTool(windowReload, {}, { windows });
	expect(envelope).toMatchObject({ data: { reloading: true, windowId: 'w1', since: '2026-01-02T03:04:05.000Z' } });
	expect(text).toContain('another id than w1');
});

test('window_reload does not go on where unsaved edits would be lost', async () => {
	const refuse = () => {
		throw new ToolError('E_FILE_DIRTY', 'a.ts has unsaved edits.');
	};
	expect(await errorOf(runTool(windowReload, {}, { windows: { ...windows, reload: refuse } }))).toMatchObject({
		code: 'E_FILE_DIRTY',
	});
});

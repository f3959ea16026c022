import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { eventually } from '../support/eventually.ts';
import { sendRaw } from '../support/raw-http.ts';
import { useWorkbench } from '../support/use-window.ts';
import { hawserLogs } from '../support/workbench.ts';

const workbench = useWorkbench({ extensions: [join(ROOT, 'tests/projects/claude-extension')] });

/** With two editors that fit, Claude Code would connect to none. */
test('where the extension of an agent is installed, Hawser leaves this agent to it, and says so', async () => {
	const home = join(workbench().editor.folder, 'home');
	mkdirSync(join(home, '.claude'));
	mkdirSync(join(home, '.qwen'));
	const { entry } = await workbench().open(workbench().copyProject('shop'));
	await eventually(async () => {
		const { body } = await sendRaw({
			port: entry.port,
			path: '/health',
			method: 'GET',
			headers: { authorization: `Bearer ${entry.token}` },
		});
		expect(body).toMatchObject({
			nativeIde: [
				{
					agent: 'claude',
					state: 'stands_down',
					reason: 'The extension anthropic.claude-code serves it in this window.',
				},
				{ agent: 'gemini', state: 'absent' },
				{ agent: 'qwen', state: 'ready' },
				{ agent: 'copilot', state: 'absent' },
				{ agent: 'codex', state: 'absent' },
			],
		});
	});
	await eventually(() => expect(existsSync(join(home, '.qwen/ide'))).toBe(true));
	expect(existsSync(join(home, '.claude/ide'))).toBe(false);
	// VS Code writes the log to its file when it has time.
	await eventually(() =>
		expect(hawserLogs(workbench().editor.folder)).toContain(
			'Claude Code: The extension anthropic.claude-code serves it',
		),
	);
});

import { describe, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { useWorkbench } from '../support/use-window.ts';

const run = (entry: Parameters<typeof callWindow>[0], command: string) =>
	callWindow(entry, 'terminal_run', { command });

/** Where no user answers, an agent learns it without a wait, and what was allowed beforehand goes on. */
describe('an editor that was started for nobody', () => {
	const rules = { rules: [{ decision: 'allow', tool: 'terminal_run', command: ['echo', 'allowed'] }] };
	const workbench = useWorkbench({
		env: { HAWSER_UNATTENDED: '1', HAWSER_RULES: JSON.stringify(rules) },
		settings: { 'hawser.mode': 'ask' },
	});

	test('what would be asked is refused at once, what the environment allows goes on', async () => {
		const { entry } = await workbench().open(workbench().copyProject('shop'));
		expect((await run(entry, 'echo allowed')).text).toContain('allowed');
		const { envelope, text } = await run(entry, 'echo other');
		expect(envelope.error).toMatchObject({ code: 'E_DENIED', details: { by: 'nobody', answered: false } });
		expect(text).toContain('HAWSER_RULES');
		const guarded = await callWindow(entry, 'file_write', { path: '.vscode/x.json', text: '{}' });
		expect(guarded.text).toContain('HAWSER_UNATTENDED');
	});
});

describe('a window whose browser has gone', () => {
	// As long as a server ordinarily keeps the extensions of a browser that has gone, and longer than the tests do.
	const workbench = useWorkbench({ args: ['--reconnection-grace-time', '120'], settings: { 'hawser.mode': 'ask' } });

	test('is noticed in less time than a user is given', async () => {
		const { window, entry } = await workbench().open(workbench().copyProject('shop'));
		expect((await callWindow(entry, 'window_status')).envelope.ok).toBe(true);
		const session = await window.page.context().newCDPSession(window.page);
		// A crash says no goodbye, so the server keeps the extensions for a browser that may come back.
		session.send('Page.crash').catch(() => undefined);
		await window.page.waitForEvent('crash');
		const { envelope } = await run(entry, 'echo nobody');
		expect(envelope.error).toMatchObject({ code: 'E_DENIED', details: { by: 'nobody' } });
		expect(envelope.error?.message).toMatch(/within 1\d s/);
	});
});

import { expect, test, vi } from 'vitest';
import { activate, deactivate } from '../src/activate.ts';

const lines = vi.hoisted(() => [] as string[]);

/** An editor in which everything but the log is missing: whatever Hawser touches first fails. */
vi.mock('vscode', () => ({
	window: {
		createOutputChannel: () => ({
			info: (line: string) => lines.push(line),
			error: (line: string) => lines.push(line),
			dispose: () => undefined,
		}),
	},
}));

test('activate never throws: what went wrong is in the log, and deactivate has nothing to do', async () => {
	const subscriptions: { dispose(): void }[] = [];
	const extension = { packageJSON: { version: '1.0.0' }, extensionPath: '/nowhere' };
	activate({ subscriptions, extension, extensionUri: {}, globalState: {} } as never);
	expect(lines.join('\n')).toMatch(/^Hawser could not be set up: .*vscode/);
	expect(lines.join('\n')).not.toContain('Activated');
	expect(subscriptions).toHaveLength(1);
	await expect(deactivate()).resolves.toBeUndefined();
});

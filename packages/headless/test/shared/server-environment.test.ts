import { expect, test } from 'vitest';
import { LAUNCH_MARK, serverEnvironment } from '../../src/shared/server-environment.ts';

test('the editor inherits little', () => {
	const environment = serverEnvironment('/tmp/x', 'mark', {}, { PATH: '/bin', SECRET: '1', VSCODE_IPC_HOOK_CLI: '/s' });
	expect(environment).toMatchObject({
		PATH: '/bin',
		HOME: '/tmp/x/home',
		TMPDIR: '/tmp/x/tmp',
		XDG_RUNTIME_DIR: '/tmp/x/run',
	});
	expect(environment).not.toHaveProperty('SECRET');
	// It would make code-server hand the folder to the editor it was started from.
	expect(environment).not.toHaveProperty('VSCODE_IPC_HOOK_CLI');
});

test('the caller wins, except over the mark', () => {
	const environment = serverEnvironment('/tmp/x', 'mark', { HOME: '/mine', MORE: '1', [LAUNCH_MARK]: 'other' }, {});
	expect(environment).toMatchObject({ HOME: '/mine', MORE: '1', [LAUNCH_MARK]: 'mark' });
});

test('sockets do not go into a folder whose path is too long for them', () => {
	const environment = serverEnvironment(`/tmp/${'x'.repeat(80)}`, 'mark', {}, { TMPDIR: '/var/tmp' });
	expect(environment).not.toHaveProperty('XDG_RUNTIME_DIR');
	expect(environment).toMatchObject({ TMPDIR: '/var/tmp' });
});

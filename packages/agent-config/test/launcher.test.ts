import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { commandLauncher, launcherPath, shellLauncher } from '../src/launcher-script.ts';
import { writeLauncher } from '../src/write-launcher.ts';
import { POSIX } from './temporary.ts';

const SAY =
	'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE, process.env.HAWSER_HOME]))';

/** An installed extension whose CLI says what it was called with. */
function extension(parent: string, version: string, says = SAY): string {
	const script = join(parent, `hawser.hawser-vscode-${version}`, 'dist', 'cli', 'hawser.js');
	mkdirSync(dirname(script), { recursive: true });
	writeFileSync(script, says);
	return script;
}

function run(path: string, args: readonly string[] = [], env: Record<string, string> = {}) {
	const { stdout, stderr, status } = spawnSync(path, args, {
		encoding: 'utf8',
		env: { PATH: '/usr/bin:/bin', ...env },
	});
	return { stdout: stdout.trim(), stderr: stderr.trim(), status };
}

const ODD = 'it\'s $HOME "x" `y` \\z {é}; &';

describe.skipIf(!POSIX)('the launcher', () => {
	test('runs the CLI of the extension with the editor’s runtime, whatever the paths look like', () => {
		const parent = join(temporaryFolder(), ODD);
		const home = join(parent, 'home');
		const path = writeLauncher(home, { runtime: process.execPath, script: extension(parent, '0.1.0'), home });
		expect(path).toBe(join(home, 'bin', 'hawser'));
		expect(statSync(path).mode & 0o777).toBe(0o755);
		const args = ['mcp', '--workspace', '/a b', "it's", '', '$x', '*'];
		expect(JSON.parse(run(path, args).stdout)).toEqual([args, '1', home]);
		expect(JSON.parse(run(path, [], { HAWSER_HOME: '/other' }).stdout)).toEqual([[], '1', '/other']);
	});

	test('the launcher is a valid script for the shell itself', () => {
		const text = shellLauncher({ runtime: '/x', script: '/e/hawser.hawser-vscode-1/dist/cli/hawser.js' });
		expect(execFileSync('/bin/sh', ['-n'], { input: text, encoding: 'utf8' })).toBe('');
	});

	test('the launcher is written again only when its target differs', () => {
		const folder = temporaryFolder();
		const target = { runtime: process.execPath, script: extension(folder, '0.1.0') };
		const path = writeLauncher(folder, target);
		utimesSync(path, 1, 1);
		writeLauncher(folder, target);
		expect(statSync(path).mtimeMs).toBe(1000);
		writeLauncher(folder, { ...target, script: extension(folder, '0.2.0') });
		expect(readFileSync(path, 'utf8')).toContain('hawser-vscode-0.2.0');
		chmodSync(path, 0o644);
		writeLauncher(folder, { ...target, script: extension(folder, '0.2.0') });
		expect(statSync(path).mode & 0o777).toBe(0o755);
	});

	test('survives an update that removes the old extension: it takes the newest that is there', () => {
		const folder = join(temporaryFolder(), ODD);
		const old = extension(folder, '0.1.0');
		const path = writeLauncher(folder, { runtime: process.execPath, script: old });
		for (const [version, age] of [
			['0.9.0', 50],
			['0.10.0', 100],
			['0.2.0', 10],
		] as const) {
			utimesSync(extension(folder, version, `console.log('${version}')`), age, age);
		}
		rmSync(join(dirname(old), '../..'), { recursive: true });
		expect(run(path).stdout).toBe('0.10.0');
	});

	test('the launcher finds the extension of another editor', () => {
		const folder = temporaryFolder();
		const path = writeLauncher(folder, { runtime: process.execPath, script: '/none/a/b/c/d.js' });
		extension(join(folder, '.cursor/extensions'), '1.0.0', 'console.log("cursor")');
		expect(run(path, [], { HOME: folder }).stdout).toBe('cursor');
	});

	test('the launcher takes node from the path when the editor is gone', () => {
		const folder = temporaryFolder();
		const path = writeLauncher(folder, { runtime: '/none/code', script: extension(folder, '0.1.0', 'console.log(1)') });
		const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
		expect(run(path, [], { PATH })).toEqual({ stdout: '1', stderr: '', status: 0 });
	});

	test('the launcher says in a sentence that there is nothing left', () => {
		const folder = temporaryFolder();
		const path = writeLauncher(folder, { runtime: process.execPath, script: '/none/a/b/c/d.js' });
		const { status, stdout, stderr } = run(path, ['mcp'], { HOME: folder });
		expect({ status, stdout }).toEqual({ status: 127, stdout: '' });
		expect(stderr).toMatch(/^hawser: no VS Code with the Hawser extension was found\. Open .*\.$/);
	});
});

test('on Windows it is a batch file in which percent signs and the name of the user do no harm', () => {
	expect(launcherPath('/h', 'win32')).toBe(join('/h', 'bin', 'hawser.cmd'));
	const text = commandLauncher(
		{ runtime: String.raw`C:\Users\Zoë\50% off\Code.exe`, script: String.raw`D:\100%\hawser.js` },
		{ USERPROFILE: String.raw`C:\Users\Zoë` },
	);
	expect(text).toContain(String.raw`set "HAWSER_RUNTIME=%USERPROFILE%\50%% off\Code.exe"`);
	expect(text).toContain(String.raw`set "HAWSER_SCRIPT=D:\100%%\hawser.js"`);
	expect(text.split('\r\n').every(line => !line.includes('\n'))).toBe(true);
});

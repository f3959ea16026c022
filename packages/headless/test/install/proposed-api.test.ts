import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restoreProposedApiCheck, restoreProposedApiCheckIn } from '../../src/install/proposed-api.ts';

const PATCHED =
	'var a=1;function $x(e,t){return!0}function Yb(e,t){if(!$x(e,t))throw new Error("CANNOT use API proposal")}var b=2;';

test('the check asks the extension again', () => {
	const restored = restoreProposedApiCheck(PATCHED);
	expect(restored).toContain(
		'function $x(e,t){return!!(e.enabledApiProposals&&e.enabledApiProposals.includes(t))}function Yb(',
	);
	expect(restored).toMatch(/^var a=1;.*var b=2;$/);
	expect(restoreProposedApiCheck(restored ?? '')).toBeUndefined();
});

test('another function that is always true is left alone', () => {
	expect(restoreProposedApiCheck('function a(e,t){return!0}function b(e,t){if(!c(e,t))throw 1}')).toBeUndefined();
});

test('a code-server that looks different is an error, not a silent pass', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'headless-patch-test-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const host = 'out/vs/workbench/api/node';
	const workbench = 'out/vs/code/browser/workbench';
	await expect(restoreProposedApiCheckIn(folder)).rejects.toMatchObject({ code: 'E_PATCH_NOT_APPLIED' });

	await mkdir(join(folder, host), { recursive: true });
	await mkdir(join(folder, workbench), { recursive: true });
	await writeFile(join(folder, host, 'extensionHostProcess.js'), PATCHED);
	await writeFile(join(folder, workbench, 'workbench.js'), 'something else');
	await expect(restoreProposedApiCheckIn(folder)).rejects.toThrow(/workbench\.js/);

	await writeFile(join(folder, host, 'extensionHostProcess.js'), PATCHED);
	await writeFile(join(folder, workbench, 'workbench.js'), PATCHED);
	await restoreProposedApiCheckIn(folder);
	expect(await readFile(join(folder, workbench, 'workbench.js'), 'utf8')).toContain('enabledApiProposals');
});

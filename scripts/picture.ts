/** Makes the picture of the README from the real thing: a window, and the CLI asking that same window in its terminal. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchEditor } from '@hawser/headless/launch.ts';
import { ARTEFACTS, ROOT } from './build/artefacts.ts';
import { buildAll } from './build/build-all.ts';
import { waitForWindow } from './start/wait-for-window.ts';

const COMMANDS = [
	'hawser call diagnostic_list path=src/checkout.ts',
	'hawser call symbol_references path=src/cart.ts symbol=addTax',
];

await buildAll();
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-')));
try {
	const folder = join(parent, 'shop');
	const home = join(parent, 'home');
	cpSync(join(ROOT, 'tests/projects/shop'), folder, { recursive: true });
	mkdirSync(join(parent, 'bin'));
	const launcher = join(parent, 'bin/hawser');
	writeFileSync(launcher, `#!/bin/sh\nexec "${process.execPath}" "${ARTEFACTS.cli}" "$@"\n`);
	chmodSync(launcher, 0o755);
	await using editor = await launchEditor({
		vsix: [ARTEFACTS.vsix],
		evaluator: true,
		env: { HAWSER_HOME: home },
		viewport: { width: 1280, height: 860 },
	});
	const window = await editor.openWindow(folder);
	await waitForWindow(home, folder);
	await window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file), { preview: false });
		const terminal = vscode.window.createTerminal({ name: 'agent', shellPath: '/bin/bash', shellArgs: ['--norc'], env: { PS1: '$ ', PATH: args.path } });
		terminal.show(true);
		await new Promise(opened => setTimeout(opened, 1500));
		for (const command of args.commands) {
			terminal.sendText(command);
			await new Promise(answered => setTimeout(answered, 6000));
		}`,
		{
			file: join(folder, 'src/checkout.ts'),
			commands: COMMANDS,
			path: `${join(parent, 'bin')}:${process.env['PATH'] ?? ''}`,
		},
	);
	// A picture is for people: it may wait until everything on it has settled.
	await sleep(2000);
	await window.screenshot(join(ROOT, 'docs/images/hawser.png'));
	console.log('docs/images/hawser.png');
} finally {
	rmSync(parent, { recursive: true, force: true });
}

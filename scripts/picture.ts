/** Makes the picture of the README from the real thing: a window, and the CLI asking that same window in its terminal. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ARTEFACTS, ROOT } from './build/artefacts.ts';
import { inPictureWindow } from './start/picture-window.ts';

const COMMANDS = [
	'hawser call diagnostic_list path=src/checkout.ts',
	'hawser call symbol_references path=src/cart.ts symbol=addTax',
];

await inPictureWindow({ viewport: { width: 1280, height: 860 } }, async ({ window, folder, parent }) => {
	mkdirSync(join(parent, 'bin'));
	const launcher = join(parent, 'bin/hawser');
	const answered = join(parent, 'answered');
	writeFileSync(answered, '');
	writeFileSync(launcher, `#!/bin/sh\n"${process.execPath}" "${ARTEFACTS.cli}" "$@"\necho >> "${answered}"\n`);
	chmodSync(launcher, 0o755);
	await window.evaluate(
		`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file), { preview: false });
		const terminal = vscode.window.createTerminal({ name: 'agent', shellPath: '/bin/bash', shellArgs: ['--norc'], env: { PS1: '$ ', PATH: args.path } });
		terminal.show(true);
		await new Promise(opened => setTimeout(opened, 1500));
		for (const [index, command] of args.commands.entries()) {
			terminal.sendText(command);
			// What is typed before the answer is there would stand above it.
			while (require('node:fs').readFileSync(args.answered, 'utf8').length <= index) {
				await new Promise(looked => setTimeout(looked, 200));
			}
			await new Promise(shown => setTimeout(shown, 1000));
		}`,
		{
			file: join(folder, 'src/checkout.ts'),
			commands: COMMANDS,
			answered,
			path: `${join(parent, 'bin')}:${process.env['PATH'] ?? ''}`,
		},
	);
	// A picture is for people: it may wait until everything on it has settled.
	await sleep(2000);
	await window.screenshot(join(ROOT, 'docs/images/hawser.png'));
	console.log('docs/images/hawser.png');
});

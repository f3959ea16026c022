#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { launchEditor } from './launch.ts';
import { HeadlessError } from './shared/errors.ts';
import { printProgress } from './shared/progress.ts';

const USAGE = `Starts VS Code without a display.

  node cli.ts --folder <folder> [--folder <another>] [--vsix <file>] [--extension <folder>] [--shot <file.png>]
           [--version <number>]

  --folder     a folder or .code-workspace file to open; may be repeated
  --vsix       an extension to install; may be repeated
  --extension  the folder of an unpacked extension; may be repeated
  --version    of VS Code, such as 1.103; otherwise the newest
  --shot       write a picture of the last window and end; otherwise it runs until Ctrl-C
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			folder: { type: 'string', multiple: true, default: ['.'] },
			vsix: { type: 'string', multiple: true, default: [] },
			extension: { type: 'string', multiple: true, default: [] },
			version: { type: 'string' },
			shot: { type: 'string' },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(USAGE);
		return;
	}
	const report = printProgress();
	const { vsix, extension: extensions, version } = values;
	const editor = await launchEditor({ vsix, extensions, ...(version && { version }), onProgress: report });
	const startedAt = performance.now();
	for (const folder of values.folder) {
		const window = await editor.openWindow(folder);
		report({ message: `Opened ${window.folder}.`, seconds: (performance.now() - startedAt) / 1000 });
	}
	if (values.shot === undefined) {
		process.stdout.write(`${editor.url}\n`);
		return;
	}
	await editor.windows.at(-1)?.screenshot(values.shot);
	await editor.stop();
}

main().catch((cause: unknown) => {
	process.stderr.write(`${cause instanceof HeadlessError ? `[${cause.code}] ${cause.message}` : String(cause)}\n`);
	process.exitCode = 1;
});

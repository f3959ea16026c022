import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../tests/support/eventually.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';

/**
 * Our own time: loading the module that VS Code activates, and the call of `activate`. What VS Code shows as activation time also holds the work
 * of every other extension that starts in the same moment in the same thread.
 */
export const activation: Benchmark = {
	name: 'activation',
	async run(window) {
		const { window: editorWindow, editorFolder } = await window();
		// VS Code writes logs when it finds the time.
		const activate = await eventually(() => activationTime(editorFolder));
		const loads = (await editorWindow.evaluate(LOAD_AGAIN)) as number[];
		const load = Math.max(...loads);
		return {
			name: 'activation',
			title: "Time of its own that the extension takes from a window's start",
			value: load + activate,
			bar: 50,
			unit: 'ms',
			detail: `loading ${load.toFixed(1)} ms at worst (median ${median(loads).toFixed(1)}), activate ${activate.toFixed(1)} ms`,
		};
	},
};

function activationTime(editorFolder: string): number {
	const [log] = globSync('**/*Hawser.log', { cwd: editorFolder });
	const found =
		log === undefined ? undefined : /Activated in ([\d.]+) ms/.exec(readFileSync(join(editorFolder, log), 'utf8'));
	if (!found) {
		throw new Error('The log does not say how long activation took.');
	}
	return Number(found[1]);
}

/** Another address makes Node load and compile the module anew. */
const LOAD_AGAIN = `
	const { extensionPath } = vscode.extensions.getExtension('hawser.hawser-vscode');
	const { pathToFileURL } = require('node:url');
	const address = pathToFileURL(extensionPath + '/dist/activate.js').href;
	const times = [];
	for (let round = 0; round < 5; round++) {
		const startedAt = performance.now();
		await import(address + '?round=' + round);
		times.push(performance.now() - startedAt);
	}
	return times;
`;

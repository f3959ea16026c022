import type { Benchmark } from '../row.ts';

export const activation: Benchmark = {
	name: 'activation',
	async run(window) {
		const { window: editorWindow } = await window();
		const { page } = editorWindow;
		await editorWindow.executeCommand('workbench.action.showRuntimeExtensions');
		const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Hawser' }).first();
		const text = await row.locator('.activation-time').innerText();
		const milliseconds = Number(/(\d+)\s*ms/.exec(text)?.[1] ?? Number.NaN);
		await editorWindow.executeCommand('workbench.action.closeActiveEditor');
		return {
			name: 'activation',
			title: 'Time that VS Code charges the extension for its activation',
			value: milliseconds,
			bar: 50,
			unit: 'ms',
			detail: `as "Developer: Show Running Extensions" gives it: ${text.trim()}`,
		};
	},
};

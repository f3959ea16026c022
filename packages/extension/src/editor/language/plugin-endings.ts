import * as vscode from 'vscode';
import { contributedLanguages, hasTypeScriptPlugin } from './server-extensions.ts';

/** The endings of files that TypeScript may know by a plugin of another extension, such as `.vue`. */
export interface PluginEndings extends vscode.Disposable {
	has(path: string): boolean;
}

export function createPluginEndings(): PluginEndings {
	let endings = read();
	const subscription = vscode.extensions.onDidChange(() => {
		endings = read();
	});
	return {
		has: path => endings.some(ending => path.endsWith(ending)),
		dispose: () => void subscription.dispose(),
	};
}

function read(): readonly string[] {
	return vscode.extensions.all
		.filter(hasTypeScriptPlugin)
		.flatMap(({ packageJSON }) => contributedLanguages(packageJSON))
		.flatMap(({ extensions }) => extensions);
}

import * as vscode from 'vscode';
import type { WantedSetting } from '../settings/temporary-settings.ts';
import { isScript } from './import-specifiers.ts';

export type ImportUpdates = 'always' | 'never' | 'prompt';

const KEY = 'updateImportsOnFileMove.enabled';
const COMMON = 'js/ts';

/** Tells what TypeScript's extension does about imports when this file or folder is moved; the common setting comes first. */
export function importUpdates(path: string): ImportUpdates {
	const own = vscode.workspace.getConfiguration(ownSection(path), null).get<string>(KEY, 'prompt');
	const value = isSet(COMMON) ? vscode.workspace.getConfiguration(COMMON, null).get<string>(KEY, 'prompt') : own;
	return value === 'always' || value === 'never' ? value : 'prompt';
}

/** Settings that make the language servers go on without a question, where they would put one. */
export function withoutImportQuestions(path: string): readonly WantedSetting[] {
	const wanted: WantedSetting[] = [];
	if (importUpdates(path) === 'prompt') {
		wanted.push({ section: isKnown(COMMON) ? COMMON : ownSection(path), key: KEY, value: 'always' });
	}
	const links = { section: 'markdown', key: 'updateLinksOnFileMove.enabled' };
	if (vscode.workspace.getConfiguration(links.section, null).get<string>(links.key) === 'prompt') {
		wanted.push({ ...links, value: 'always' });
	}
	return wanted;
}

/** TypeScript's extension takes a folder for JavaScript. */
function ownSection(path: string): string {
	return isScript(path) && /\.[cm]?tsx?$/i.test(path) ? 'typescript' : 'javascript';
}

function isKnown(section: string): boolean {
	return vscode.workspace.getConfiguration(section, null).inspect(KEY)?.defaultValue !== undefined;
}

function isSet(section: string): boolean {
	const { globalValue, workspaceValue, workspaceFolderValue } =
		vscode.workspace.getConfiguration(section, null).inspect(KEY) ?? {};
	return [globalValue, workspaceValue, workspaceFolderValue].some(value => value !== undefined);
}

import * as vscode from 'vscode';
import type { WantedSetting } from '../settings/temporary-settings.ts';
import { isScript } from './import-specifiers.ts';

export type ImportUpdates = 'always' | 'never' | 'prompt';

const KEY = 'updateImportsOnFileMove.enabled';
const COMMON = 'js/ts';
const LINKS = { section: 'markdown', key: 'updateLinksOnFileMove.enabled' };

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
		wanted.push({ section: sectionFor(path), key: KEY, value: 'always' });
	}
	if (vscode.workspace.getConfiguration(LINKS.section, null).get<string>(LINKS.key) === 'prompt') {
		wanted.push({ ...LINKS, value: 'always' });
	}
	return wanted;
}

/** Settings that make the language servers leave imports and links alone, because what the user has agreed to changes them. */
export function withoutImportUpdates(path: string): readonly WantedSetting[] {
	const wanted = withoutImportQuestions(path).filter(({ section }) => section === LINKS.section);
	return [
		{ section: sectionFor(path), key: KEY, value: 'never' },
		...wanted.map(links => ({ ...links, value: 'never' })),
	];
}

/** False where the workspace decides, which the user's own settings cannot overrule. */
export function canStopImportUpdates(path: string): boolean {
	const { workspaceValue, workspaceFolderValue } =
		vscode.workspace.getConfiguration(sectionFor(path), null).inspect(KEY) ?? {};
	return workspaceValue === undefined && workspaceFolderValue === undefined;
}

function sectionFor(path: string): string {
	return isKnown(COMMON) ? COMMON : ownSection(path);
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

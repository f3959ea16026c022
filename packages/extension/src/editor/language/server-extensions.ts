import { isRecord } from '@hawser/core/data/plain-data.ts';
import * as vscode from 'vscode';

interface ContributedLanguage {
	id: string;
	extensions: readonly string[];
	filenames: readonly string[];
}

/** Built-in extensions that wake for a language but are no language server. */
const NOT_SERVERS: ReadonlySet<string> = new Set(['vscode.emmet', 'vscode.npm', 'vscode.extension-editing']);
const ON_LANGUAGE = 'onLanguage:';

/** Extensions with code that VS Code wakes for the language, be it named in their events or contributed by them. */
export function serverExtensions(languageId: string): vscode.Extension<unknown>[] {
	return vscode.extensions.all.filter(extension => servedLanguages(extension).includes(languageId));
}

/** True for the extensions that VS Code ships. */
export function isBuiltin({ packageJSON }: vscode.Extension<unknown>): boolean {
	const manifest: unknown = packageJSON;
	return isRecord(manifest) && manifest['isBuiltin'] === true;
}

const OWN_PUBLISHER = 'hawser';
const GENERAL = /^(?:\*|onStartupFinished|workspaceContains:.*)$/;

/** True when an active extension that is not part of VS Code wakes for no particular language: it may serve any. */
export function hasGeneralExtensions(): boolean {
	return vscode.extensions.all.some(extension => {
		const manifest: unknown = extension.packageJSON;
		return (
			extension.isActive &&
			!isBuiltin(extension) &&
			isRecord(manifest) &&
			manifest['publisher'] !== OWN_PUBLISHER &&
			strings(manifest['activationEvents']).some(event => GENERAL.test(event))
		);
	});
}

/** The languages that an extension with code wakes for. */
export function servedLanguages({ id, packageJSON }: vscode.Extension<unknown>): readonly string[] {
	const manifest: unknown = packageJSON;
	if (!isRecord(manifest) || !('main' in manifest || 'browser' in manifest) || NOT_SERVERS.has(id)) {
		return [];
	}
	const events = strings(manifest['activationEvents'])
		.filter(event => event.startsWith(ON_LANGUAGE))
		.map(event => event.slice(ON_LANGUAGE.length));
	return [...events, ...contributedLanguages(manifest).map(language => language.id)];
}

/** True for an extension that has TypeScript's server load a plugin, so that TypeScript may serve its languages too, as Vue's does. */
export function hasTypeScriptPlugin({ packageJSON }: vscode.Extension<unknown>): boolean {
	const manifest: unknown = packageJSON;
	const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
	const plugins = isRecord(contributes) ? contributes['typescriptServerPlugins'] : undefined;
	return Array.isArray(plugins) && plugins.length > 0;
}

export function contributedLanguages(manifest: unknown): ContributedLanguage[] {
	const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
	const languages: unknown = isRecord(contributes) ? contributes['languages'] : undefined;
	return (Array.isArray(languages) ? languages : []).filter(isRecord).map(language => ({
		id: String(language['id']),
		extensions: strings(language['extensions']),
		filenames: strings(language['filenames']),
	}));
}

function strings(value: unknown): string[] {
	return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : [];
}

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { getL10nPseudoLocalized, type l10nJsonFormat } from '@vscode/l10n-dev';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { installedExtension } from './installed-extension.ts';

/** A language in which every letter has an accent: what is still plain English, nobody can translate. */
const LANGUAGE = 'qps-ploc';

/** A copy of the installed extension that knows this language as translators would teach it. */
export async function pseudoLocalizedExtension(folder: string): Promise<string> {
	const extension = join(folder, 'hawser.hawser-vscode');
	cpSync(await installedExtension(), extension, { recursive: true });
	mkdirSync(join(extension, 'l10n'), { recursive: true });
	writeFileSync(join(extension, `package.nls.${LANGUAGE}.json`), translated('package.nls.json'));
	writeFileSync(join(extension, `l10n/bundle.l10n.${LANGUAGE}.json`), translated('l10n/bundle.l10n.json'));
	return extension;
}

function translated(file: string): string {
	const english = JSON.parse(readFileSync(join(ROOT, 'packages/extension', file), 'utf8')) as l10nJsonFormat;
	return JSON.stringify(getL10nPseudoLocalized(english));
}

/** Has VS Code take this for the user's language; a language pack would say so by the same name, and then replace it. */
export async function inPseudoLanguage(page: EditorWindow['page']): Promise<void> {
	await page.addInitScript(language => {
		Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => language, set: () => undefined });
	}, LANGUAGE);
}

/** Words of a text that are not translated, except those that are to stay. */
export function englishIn(text: string, ...staying: readonly string[]): readonly string[] {
	if (!/[ȧḗ]/.test(text)) {
		throw new Error(`Nothing in it is translated: ${text}`);
	}
	const rest = staying.reduce((left, word) => left.replaceAll(word, ''), text);
	return rest.match(/\b[a-z]{3,}\b/gi) ?? [];
}

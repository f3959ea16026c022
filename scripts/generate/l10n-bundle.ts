import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

/** Every text that the code of the extension hands to `l10n.t`, in English: what translators start from. */
export async function l10nBundle(root: string): Promise<Record<string, unknown>> {
	const files = globSync('packages/extension/src/**/*.ts', { cwd: root }).sort();
	const texts = await getL10nJson(
		files.map(file => ({ extension: extname(file), contents: readFileSync(join(root, file), 'utf8') })),
	);
	// By text and not by file, so that moved code changes nothing here.
	return Object.fromEntries(Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1)));
}

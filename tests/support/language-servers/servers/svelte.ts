import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { componentProject } from '../projects/components.ts';

/**
 * It knows components and the TypeScript that they import. VS Code's own server for TypeScript, which knows no components,
 * would answer for the rest; with it users have a plugin, so here it is left out.
 */
export const SVELTE: LanguageServer = {
	id: 'svelte',
	title: 'Svelte language server',
	languages: ['svelte', 'typescript'],
	newLanguages: { svelte: ['.svelte'] },
	async install() {
		const folder = await installFromNpm(['svelte-language-server@0.18.4', 'svelte@5.43.0']);
		return { module: join(folder, 'node_modules/svelte-language-server/bin/server.js'), args: [] };
	},
	client: { configurationSections: ['svelte'] },
	withoutExtensions: ['vscode.typescript-language-features'],
	project: componentProject('.svelte'),
	can: { references: true, search: false, rename: true, calls: false, problems: true },
};

import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { svelteProject } from '../projects/svelte.ts';

const FOLDER = installFromNpm(['svelte-language-server@0.18.4', 'svelte@5.57.3', 'typescript@5.9.3'], {
	// Emmet's helper would take it from a git repository.
	'@emmetio/css-parser': '0.4.1',
});

/** It translates components into TypeScript of its own.. */
export const SVELTE: LanguageServer = {
	id: 'svelte',
	title: 'Svelte',
	languages: ['svelte'],
	newLanguages: { svelte: ['.svelte'] },
	async install() {
		return { module: join(await FOLDER, 'node_modules/svelte-language-server/bin/server.js'), args: [] };
	},
	client: {
		configurationSections: ['svelte', 'typescript', 'javascript'],
		watchedFiles: ['**/*.{ts,js,svelte}'],
	},
	project: svelteProject(join(await FOLDER, 'node_modules')),
	slow: true,
	can: { references: true, search: true, rename: true, calls: true, problems: true },
};

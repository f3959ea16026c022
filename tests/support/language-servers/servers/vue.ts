import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { vueProject } from '../projects/vue.ts';

const FOLDER = installFromNpm(['@vue/language-server@2.2.12', 'vue@3.5.22', 'typescript@5.9.3'], {
	// Emmet's helper would take it from a git repository.
	'@emmetio/css-parser': '0.4.1',
});

/**
 * It translates components into TypeScript of its own, and is asked alone, also about scripts: the last version that can do so.
 * The callers that it names are those in scripts, never those in templates.
 */
export const VUE: LanguageServer = {
	id: 'vue',
	title: 'Vue',
	languages: ['vue', 'typescript', 'javascript'],
	newLanguages: { vue: ['.vue'] },
	async install() {
		return { module: join(await FOLDER, 'node_modules/@vue/language-server/bin/vue-language-server.js'), args: [] };
	},
	client: {
		initializationOptions: {
			typescript: { tsdk: join(await FOLDER, 'node_modules/typescript/lib') },
			vue: { hybridMode: false },
		},
		configurationSections: ['vue', 'typescript', 'javascript'],
	},
	withoutExtensions: ['vscode.typescript-language-features'],
	project: vueProject(join(await FOLDER, 'node_modules')),
	can: { references: true, search: true, rename: true, calls: false, problems: true },
};

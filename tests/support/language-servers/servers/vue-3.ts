import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { vueProject } from '../projects/vue.ts';

const FOLDER = installFromNpm(['@vue/language-server@3.3.11', 'vue@3.5.22', 'typescript@5.9.3'], {
	// Emmet's helper would take it from a git repository.
	'@emmetio/css-parser': '0.4.1',
});

/** What users of Vue have today: types are known by the editor's own TypeScript, with a plugin, and the server adds the rest. */
export const VUE_3: LanguageServer = {
	id: 'vue-3',
	title: 'Vue beside TypeScript',
	languages: ['vue'],
	newLanguages: { vue: ['.vue'] },
	async install() {
		const packages = join(await FOLDER, 'node_modules');
		const name = '@vue/typescript-plugin';
		return {
			module: join(packages, '@vue/language-server/bin/vue-language-server.js'),
			args: [],
			typescriptPlugin: { name, folder: join(packages, name) },
		};
	},
	client: { configurationSections: ['vue', 'typescript', 'javascript'] },
	project: vueProject(join(await FOLDER, 'node_modules')),
	slow: true,
	can: { references: true, search: true, rename: true, calls: false, problems: true },
};

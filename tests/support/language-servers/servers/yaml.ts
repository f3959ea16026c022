import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { YAML_PROJECT } from '../projects/yaml.ts';

export const YAML: LanguageServer = {
	id: 'yaml',
	title: 'YAML language server',
	languages: ['yaml'],
	async install() {
		const folder = await installFromNpm(['yaml-language-server@2.0.0']);
		return { module: join(folder, 'node_modules/yaml-language-server/bin/yaml-language-server'), args: [] };
	},
	client: { configurationSections: ['yaml', 'http', 'editor'] },
	settings: { 'yaml.schemaStore.enable': false },
	project: YAML_PROJECT,
	can: { references: false, search: false, rename: false, calls: false, problems: true },
};

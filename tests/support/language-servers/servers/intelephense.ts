import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { PHP_PROJECT } from '../projects/php.ts';

/** Renames are for those who have bought a licence. */
export const INTELEPHENSE: LanguageServer = {
	id: 'intelephense',
	title: 'Intelephense',
	languages: ['php'],
	async install() {
		const folder = await installFromNpm(['intelephense@1.18.5']);
		return { module: join(folder, 'node_modules/intelephense/lib/intelephense.js'), args: [] };
	},
	client: {
		initializationOptions: { storagePath: '${storage}', globalStoragePath: '${storage}', clearCache: false },
		configurationSections: ['intelephense', 'files'],
	},
	// VS Code's own extension for PHP looks for a PHP program and complains.
	settings: { 'php.validate.enable': false, 'php.suggest.basic': false, 'intelephense.telemetry.enabled': false },
	project: PHP_PROJECT,
	can: { references: true, search: true, rename: false, calls: false, problems: true },
};

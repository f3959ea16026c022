import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { PYTHON_PROJECT } from '../projects/python.ts';

export const PYRIGHT: LanguageServer = {
	id: 'pyright',
	title: 'Pyright',
	languages: ['python'],
	async install() {
		const folder = await installFromNpm(['pyright@1.1.414']);
		return { module: join(folder, 'node_modules/pyright/langserver.index.js'), args: [] };
	},
	client: { configurationSections: ['python', 'pyright'] },
	project: PYTHON_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, problems: true },
};

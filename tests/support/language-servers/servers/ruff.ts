import { join } from 'node:path';
import { installFromPip } from '../install/pip-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { PYTHON_PROJECT } from '../projects/python.ts';
import { PYRIGHT } from './pyright.ts';

const UNUSED_IMPORT = 'import os«error»\n';
const WRONG_TYPE = 'NUMBER: int = "text"«error»\n';

/** A linter that answers within milliseconds, beside a server that needs seconds: what each says stands on lines of its own. */
export const RUFF: LanguageServer = {
	id: 'ruff',
	title: 'Ruff beside Pyright',
	languages: ['python'],
	async install() {
		const installed = await installFromPip('ruff==0.17.4');
		return installed === undefined
			? { missing: 'Ruff could not be installed from PyPI.' }
			: { command: join(installed.folder, 'bin/ruff'), args: ['server'] };
	},
	beside: [PYRIGHT],
	project: {
		...PYTHON_PROJECT,
		broken: index => {
			const mistakes = [UNUSED_IMPORT, WRONG_TYPE, `${UNUSED_IMPORT}\n${WRONG_TYPE}`];
			return new Map([[`shop/broken/broken_${index}.py`, mistakes[index % mistakes.length] ?? '']]);
		},
	},
	severity: 'warning',
	can: { references: true, search: false, rename: true, calls: false, problems: true },
};

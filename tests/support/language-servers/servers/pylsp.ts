import { installFromPip } from '../install/pip-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { PYTHON_PROJECT } from '../projects/python.ts';

/** It reads files when it is asked and keeps no index; it knows neither the symbols of a project nor types. */
export const PYLSP: LanguageServer = {
	id: 'pylsp',
	title: 'pylsp',
	languages: ['python'],
	async install() {
		const installed = await installFromPip('python-lsp-server[pyflakes]==1.14.0');
		return installed === undefined
			? { missing: 'pylsp could not be installed from PyPI.' }
			: { command: installed.python, args: ['-m', 'pylsp'], env: { PYTHONPATH: installed.folder } };
	},
	project: {
		...PYTHON_PROJECT,
		broken: index => new Map([[`shop/broken/broken_${index}.py`, `RESULT: int = nobody_${index}()«error»\n`]]),
	},
	can: { references: true, search: false, rename: true, calls: false, problems: true },
};

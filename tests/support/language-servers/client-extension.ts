import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../../scripts/build/artefacts.ts';
import { madeOnceLater } from '../made-once.ts';
import { installFromNpm } from './install/npm-server.ts';
import type { LanguageServer, ServerProgram } from './language-server.ts';

const CLIENT = join(ROOT, 'tests/projects/language-client/extension.js');
const CLIENT_LIBRARY = 'vscode-languageclient@11.0.0';

/** Builds the extension that brings a language server into the editor; its folder. */
export function clientExtension(server: LanguageServer, program: ServerProgram): Promise<string> {
	return madeOnceLater(`language-client-${server.id}`, async folder => {
		const library = await installFromNpm([CLIENT_LIBRARY]);
		await mkdir(join(folder, 'out'), { recursive: true });
		await build({
			entryPoints: [CLIENT],
			outfile: join(folder, 'out/extension.js'),
			bundle: true,
			platform: 'node',
			format: 'cjs',
			external: ['vscode', './server.json'],
			nodePaths: [join(library, 'node_modules')],
			logLevel: 'error',
		});
		await writeFile(join(folder, 'package.json'), JSON.stringify(manifestOf(server, program)));
		if (program.typescriptPlugin) {
			const place = join(folder, 'node_modules', program.typescriptPlugin.name);
			await mkdir(dirname(place), { recursive: true });
			await symlink(program.typescriptPlugin.folder, place, 'junction');
		}
		await writeFile(join(folder, 'out/server.json'), JSON.stringify(settingsOf(server, program)));
	});
}

function manifestOf({ id, title, languages, newLanguages = {} }: LanguageServer, { typescriptPlugin }: ServerProgram) {
	return {
		name: `language-client-${id}`,
		displayName: title,
		publisher: 'hawser-tests',
		version: '0.0.1',
		engines: { vscode: '^1.103.0' },
		main: './out/extension.js',
		activationEvents: languages.map(language => `onLanguage:${language}`),
		extensionKind: ['workspace'],
		contributes: {
			languages: Object.entries(newLanguages).map(([language, extensions]) => ({ id: language, extensions })),
			...(typescriptPlugin && {
				typescriptServerPlugins: [
					{ name: typescriptPlugin.name, languages, enableForWorkspaceTypeScriptVersions: true },
				],
			}),
		},
	};
}

function settingsOf({ id, title, languages, client = {} }: LanguageServer, program: ServerProgram) {
	return {
		id,
		title,
		languages,
		transport: 'stdio',
		configurationSections: [],
		watchedFiles: [],
		env: {},
		...program,
		...client,
	};
}

import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { ESLINT_PROJECT } from '../projects/eslint.ts';

const FOLDER = installFromNpm(['vscode-langservers-extracted@4.10.0', 'eslint@9.39.1']);

/** It runs beside the editor's own server for JavaScript, as it does for users. */
export const ESLINT: LanguageServer = {
	id: 'eslint',
	title: 'ESLint beside TypeScript',
	languages: ['javascript'],
	async install() {
		const program = 'node_modules/vscode-langservers-extracted/bin/vscode-eslint-language-server';
		return { module: join(await FOLDER, program), args: [] };
	},
	client: {
		configuration: {
			validate: 'on',
			run: 'onType',
			useESLintClass: true,
			experimental: { useFlatConfig: true },
			codeAction: { disableRuleComment: { enable: true }, showDocumentation: { enable: true } },
			codeActionOnSave: { mode: 'all' },
			format: false,
			quiet: false,
			onIgnoredFiles: 'off',
			options: {},
			rulesCustomizations: [],
			problems: { shortenToSingleLine: false },
			nodePath: join(await FOLDER, 'node_modules'),
			workingDirectory: { mode: 'location' },
		},
	},
	project: ESLINT_PROJECT,
	can: { references: false, search: false, rename: false, calls: false, problems: true },
};

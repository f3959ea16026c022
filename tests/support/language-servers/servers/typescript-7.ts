import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { TYPESCRIPT_PROJECT } from '../projects/typescript.ts';

/** The compiler is its own language server; VS Code's extension for TypeScript 6 would answer beside it. */
export const TYPESCRIPT_7: LanguageServer = {
	id: 'typescript-7',
	title: 'TypeScript 7',
	languages: ['typescript', 'javascript', 'typescriptreact', 'javascriptreact'],
	async install() {
		const folder = await installFromNpm(['typescript@7.0.2']);
		const platform = `${process.platform}-${process.arch}`;
		const command = join(folder, `node_modules/@typescript/typescript-${platform}/lib/tsc`);
		return { command, args: ['--lsp', '--stdio'] };
	},
	client: { configurationSections: ['typescript', 'javascript', 'js/ts'] },
	withoutExtensions: ['vscode.typescript-language-features'],
	project: TYPESCRIPT_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, problems: true },
};

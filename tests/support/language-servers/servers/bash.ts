import { join } from 'node:path';
import { installFromNpm } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { SHELL_PROJECT } from '../projects/shell.ts';

/** It finds errors only with another program, shellcheck, and has no hierarchy of calls. */
export const BASH: LanguageServer = {
	id: 'bash',
	title: 'Bash language server',
	languages: ['shellscript'],
	async install() {
		const folder = await installFromNpm(['bash-language-server@5.8.1']);
		// It wants the word "start" as its first argument, which a client that adds --stdio would not give.
		return { command: process.execPath, args: [join(folder, 'node_modules/bash-language-server/out/cli.js'), 'start'] };
	},
	client: { configurationSections: ['bashIde'] },
	settings: { 'bashIde.shellcheckPath': '', 'bashIde.shfmt.path': '' },
	project: SHELL_PROJECT,
	can: { references: true, search: true, rename: true, calls: false, problems: false },
};

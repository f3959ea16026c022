import { delimiter, join } from 'node:path';
import { installFromGo } from '../install/go-server.ts';
import { serverFolder } from '../install/npm-server.ts';
import type { LanguageServer } from '../language-server.ts';
import { GO_PROJECT } from '../projects/go.ts';

export const GOPLS: LanguageServer = {
	id: 'gopls',
	title: 'gopls',
	languages: ['go'],
	async install() {
		const installed = await installFromGo('golang.org/x/tools/gopls@v0.20.0');
		if (installed === undefined) {
			return { missing: 'there is no Go here that could build gopls.' };
		}
		// Without it each window would compile the standard library anew.
		const editorEnv = { GOCACHE: serverFolder('go-build'), GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' };
		// VS Code takes the PATH from the user's login shell, which need not name Go.
		const env = { PATH: [installed.toolchain, process.env['PATH']].join(delimiter) };
		return { command: join(installed.folder, 'gopls'), args: [], env, editorEnv };
	},
	project: GO_PROJECT,
	can: { references: true, search: true, rename: true, calls: true, problems: true },
};

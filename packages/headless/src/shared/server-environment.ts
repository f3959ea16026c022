import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The variables that the editor inherits. Everything else stays out, so that a CI job's variables cannot change what a test sees. */
const INHERITED = [
	'PATH',
	'TMPDIR',
	'TZ',
	'LOGNAME',
	'USER',
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'http_proxy',
	'https_proxy',
	'no_proxy',
	'NODE_EXTRA_CA_CERTS',
	'SSL_CERT_DIR',
	'SSL_CERT_FILE',
];

/** Built-in extensions that want to sign in, phone home or are of no use without a display. */
const SKIPPED_EXTENSIONS = [
	'GitHub.copilot-chat',
	'ms-vscode.js-debug-companion',
	'ms-vscode.vscode-js-profile-table',
	'vscode.github',
	'vscode.github-authentication',
	'vscode.mermaid-markdown-features',
	'vscode.microsoft-authentication',
	'vscode.tunnel-forwarding',
];

/** Sockets have to fit into 104 bytes, path included, and VS Code's end in a 36-character id. */
const MAX_RUNTIME_FOLDER_LENGTH = 50;

/** Marks every process of one launch, so that those that were given another parent are found when it ends. */
export const LAUNCH_MARK = 'HAWSER_HEADLESS_LAUNCH';

export function serverEnvironment(
	folder: string,
	mark: string,
	overrides: Record<string, string> = {},
	environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
	const inherited: Record<string, string> = {};
	for (const name of INHERITED) {
		const value = environment[name];
		if (value !== undefined) {
			inherited[name] = value;
		}
	}
	const runtimeFolder = join(folder, 'run');
	// VS Code and its extensions leave sockets and logs in both, and none of that may outlive the launch.
	const ownFolders =
		runtimeFolder.length <= MAX_RUNTIME_FOLDER_LENGTH
			? { XDG_RUNTIME_DIR: runtimeFolder, TMPDIR: join(folder, 'tmp') }
			: {};
	return {
		LANG: 'C.UTF-8',
		SHELL: existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh',
		...inherited,
		HOME: join(folder, 'home'),
		...ownFolders,
		// The only thing that stops requests to the extension gallery.
		EXTENSIONS_GALLERY: '{"serviceUrl":""}',
		VSCODE_SKIP_BUILTIN_EXTENSIONS: SKIPPED_EXTENSIONS.join(','),
		...overrides,
		[LAUNCH_MARK]: mark,
	};
}

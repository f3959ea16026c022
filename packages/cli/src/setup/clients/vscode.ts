import { join } from 'node:path';
import type { Client } from '../client.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';
import { userFolder } from './vscode-folders.ts';

export const vscode: Client = {
	title: 'VS Code',
	programs: ['code', 'code-insiders', 'codium'],
	traces: environment => [userFolder(environment)],
	file: (scope, environment) =>
		scope === 'project' ? join(environment.project, '.vscode', 'mcp.json') : join(userFolder(environment), 'mcp.json'),
	format: jsonConfig({
		servers: () => ['servers'],
		entry: (server, scope) => {
			if (server.transport === 'http') {
				return { type: 'http', url: server.url, headers: server.headers };
			}
			const args = scope === 'project' ? [...server.args, '--workspace', '${workspaceFolder}'] : server.args;
			return { type: 'stdio', ...commandEntry({ ...server, args }) };
		},
	}),
	needsNothing: 'The extension gives its tools to the chat itself.',
	afterwards: 'Start the server in the file with the link above its name, or with the command "MCP: List Servers".',
};
<<<<<<< HEAD

/** Editors that read the same file, each in its own place; the first that is there, else the usual one. */
const PRODUCTS = ['Code', 'Code - Insiders', 'VSCodium'];

/** Folders of the default profile. */
function userFolder(environment: SetupEnvironment): string {
	const folders = PRODUCTS.map(product => join(settingsFolder(environment), product, 'User'));
	return folders.find(existsSync) ?? join(settingsFolder(environment), 'Code', 'User');
}

function settingsFolder({ home, env, platform }: SetupEnvironment): string {
	if (platform === 'darwin') {
		return join(home, 'Library', 'Application Support');
	}
	if (platform === 'win32') {
		return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
	}
	return env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}
=======
>>>>>>> d0743b3e9801dd998afaa3c08939db60c2bcbfb4

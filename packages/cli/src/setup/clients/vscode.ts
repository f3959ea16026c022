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

import { join } from 'node:path';
import type { Client } from '../client.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';

export const cursor: Client = {
	title: 'Cursor',
	programs: ['cursor', 'cursor-agent'],
	traces: ({ home }) => [join(home, '.cursor')],
	file: (scope, { home, project }) => join(scope === 'project' ? project : home, '.cursor', 'mcp.json'),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		entry: (server, scope) => {
			if (server.transport === 'http') {
				return { url: server.url, headers: server.headers };
			}
			// It does not promise to start servers in the folder of the project.
			const args = scope === 'project' ? [...server.args, '--workspace', '${workspaceFolder}'] : server.args;
			return { type: 'stdio', ...commandEntry({ ...server, args }) };
		},
	}),
	afterwards: 'Cursor asks once whether the new server is welcome; see Settings, MCP.',
};

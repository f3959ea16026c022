import { join } from 'node:path';
import type { Client } from '../client.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';

export const windsurf: Client = {
	title: 'Windsurf',
	programs: ['windsurf'],
	traces: ({ home }) => [join(home, '.codeium', 'windsurf')],
	file: (scope, { home }) => (scope === 'user' ? join(home, '.codeium', 'windsurf', 'mcp_config.json') : undefined),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		// The name of the address is its own: the `url` of other clients does not connect.
		entry: server =>
			server.transport === 'stdio' ? commandEntry(server) : { serverUrl: server.url, headers: server.headers },
	}),
	afterwards: 'Press the refresh button of the MCP servers in Cascade.',
};

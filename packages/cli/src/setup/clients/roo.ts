import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { SetupEnvironment } from '../environment.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';
import { userFolder } from './vscode-folders.ts';

export const roo: Client = {
	title: 'Roo Code',
	programs: [],
	traces: surroundings => [storage(surroundings)],
	file: (scope, surroundings) =>
		scope === 'project'
			? join(surroundings.project, '.roo', 'mcp.json')
			: join(storage(surroundings), 'settings', 'mcp_settings.json'),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		entry: server =>
			server.transport === 'stdio'
				? commandEntry(server)
				: { type: 'streamable-http', url: server.url, headers: server.headers },
	}),
	afterwards: 'Roo Code reads the file at once; the state of the server is in its MCP settings.',
};

function storage(surroundings: SetupEnvironment): string {
	return join(userFolder(surroundings), 'globalStorage', 'rooveterinaryinc.roo-cline');
}

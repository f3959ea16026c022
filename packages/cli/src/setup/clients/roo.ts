import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { SetupEnvironment } from '../environment.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';
import { userFolder } from './vscode-folders.ts';

export const roo: Client = {
	title: 'Roo Code',
	programs: [],
	traces: environment => [storage(environment)],
	file: (scope, environment) =>
		scope === 'project'
			? join(environment.project, '.roo', 'mcp.json')
			: join(storage(environment), 'settings', 'mcp_settings.json'),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		entry: server =>
			server.transport === 'stdio'
				? commandEntry(server)
				: { type: 'streamable-http', url: server.url, headers: server.headers },
	}),
	afterwards: 'Roo Code reads the file at once; the state of the server is in its MCP settings.',
};

function storage(environment: SetupEnvironment): string {
	return join(userFolder(environment), 'globalStorage', 'rooveterinaryinc.roo-cline');
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { SetupEnvironment } from '../environment.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';
import { userFolder } from './vscode-folders.ts';

export const cline: Client = {
	title: 'Cline',
	programs: ['cline'],
	traces: environment => [ownFolder(environment), storage(environment)],
	file: (scope, environment) => (scope === 'user' ? join(folder(environment), 'cline_mcp_settings.json') : undefined),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		// Without the type, an address means the older protocol of server-sent events.
		entry: server =>
			server.transport === 'stdio'
				? commandEntry(server)
				: { type: 'streamableHttp', url: server.url, headers: server.headers },
	}),
	afterwards: 'Cline reads the file at once; the state of the server is in its MCP Servers view.',
};

/** Its editors, its program and its library share one folder; versions before that kept theirs with the extension. */
function folder(environment: SetupEnvironment): string {
	const older = join(storage(environment), 'settings');
	return !existsSync(ownFolder(environment)) && existsSync(older)
		? older
		: join(ownFolder(environment), 'data', 'settings');
}

function ownFolder({ home }: SetupEnvironment): string {
	return join(home, '.cline');
}

function storage(environment: SetupEnvironment): string {
	return join(userFolder(environment), 'globalStorage', 'saoudrizwan.claude-dev');
}

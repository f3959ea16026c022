import { join } from 'node:path';
import { lineAbout } from '../check-connection.ts';
import type { Client } from '../client.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';

export const gemini: Client = {
	title: 'Gemini CLI',
	programs: ['gemini'],
	traces: ({ home }) => [join(home, '.gemini')],
	file: (scope, { home, project }) => join(scope === 'project' ? project : home, '.gemini', 'settings.json'),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		entry: server =>
			server.transport === 'stdio' ? commandEntry(server) : { httpUrl: server.url, headers: server.headers },
	}),
	check: {
		args: ['mcp', 'list'],
		read: output => lineAbout(output, { connected: /- Connected/, failed: /Disconnected|Disabled|Blocked/ }),
	},
	afterwards: 'Sessions that are running have to be started again. In a folder that is not trusted it uses no servers.',
};

import { join } from 'node:path';
import { lineAbout } from '../check-connection.ts';
import type { Client } from '../client.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';

export const claudeCode: Client = {
	title: 'Claude Code',
	programs: ['claude'],
	traces: ({ home }) => [join(home, '.claude'), join(home, '.claude.json')],
	file: (scope, { home, project, env }) =>
		scope === 'project' ? join(project, '.mcp.json') : join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		entry: server =>
			server.transport === 'stdio' ? commandEntry(server) : { type: 'http', url: server.url, headers: server.headers },
	}),
	writesItsFile: true,
	check: {
		args: ['mcp', 'list'],
		read: output => lineAbout(output, { connected: /✔|✓|Connected$/, failed: /✘|✗|Failed/ }),
	},
	afterwards: 'Sessions that are running have to be started again.',
	afterwardsInProject: 'Claude Code asks once whether the servers of a project are welcome.',
};

import { join } from 'node:path';
import { lineAbout } from '../check-connection.ts';
import type { Client } from '../client.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';

export const copilot: Client = {
	title: 'Copilot CLI',
	programs: ['copilot'],
	traces: ({ home, env }) => [env['COPILOT_HOME'] ?? join(home, '.copilot')],
	file: (scope, { home, project, env }) =>
		scope === 'project'
			? join(project, '.mcp.json')
			: join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'mcp-config.json'),
	// Of more than thirty tools it would show the model the names alone.
	profile: scope => (scope === 'user' ? 'core' : undefined),
	format: jsonConfig({
		servers: () => ['mcpServers'],
		entry: (server, scope) => ({
			...(server.transport === 'stdio'
				? { ...(scope === 'user' && { type: 'local' }), ...commandEntry(server) }
				: { type: 'http', url: server.url, headers: server.headers }),
			// Other clients read .mcp.json too, and there all tools are meant when nothing is said.
			...(scope === 'user' && { tools: ['*'], deferTools: 'never' }),
		}),
	}),
	check: {
		args: ['mcp', 'list'],
		read: output => lineAbout(output, { connected: /^$/, failed: /disabled/i }),
	},
	afterwards: 'Sessions that are running have to be started again.',
	afterwardsInProject: 'Copilot CLI reads the file of a project only if it is trusted.',
};

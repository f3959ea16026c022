import { join } from 'node:path';
import { lineAbout } from '../check-connection.ts';
import type { Client } from '../client.ts';
import { tomlConfig } from '../toml-config.ts';

export const codex: Client = {
	title: 'Codex',
	programs: ['codex'],
	traces: ({ home, env }) => [env['CODEX_HOME'] ?? join(home, '.codex')],
	file: (scope, { home, project, env }) =>
		scope === 'project'
			? join(project, '.codex', 'config.toml')
			: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
	format: tomlConfig(['mcp_servers']),
	check: {
		args: ['mcp', 'list'],
		// Codex lists what it has read and connects to nothing.
		read: output => lineAbout(output, { connected: /^$/, failed: /disabled/ }),
	},
	afterwards: 'Sessions that are running have to be started again.',
	afterwardsInProject: 'Codex reads the file of a project only if it is trusted.',
};

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
	// Some models of Codex are shown only tools that no search holds back; those of the core are few enough.
	profile: () => 'core',
	format: tomlConfig(['mcp_servers'], { omit_tools_from: '["deferred"]' }),
	check: {
		args: ['mcp', 'list'],
		// Codex lists what it has read and connects to nothing.
		read: output => lineAbout(output, { connected: /^$/, failed: /disabled/ }),
	},
	afterwards: 'Sessions that are running have to be started again.',
	afterwardsInProject: 'Codex reads the file of a project only if it is trusted.',
};

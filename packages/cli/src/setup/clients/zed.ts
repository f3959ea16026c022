import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { SetupEnvironment } from '../environment.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';

export const zed: Client = {
	title: 'Zed',
	programs: ['zed', 'zeditor'],
	traces: environment => [userFolder(environment)],
	file: (scope, environment) =>
		join(scope === 'project' ? join(environment.project, '.zed') : userFolder(environment), 'settings.json'),
	format: jsonConfig({
		servers: () => ['context_servers'],
		entry: server =>
			server.transport === 'stdio' ? commandEntry(server) : { url: server.url, headers: server.headers },
	}),
	afterwards: 'Zed reads its settings at once; the state of the server is in the settings of the Agent Panel.',
};

function userFolder({ home, env, platform }: SetupEnvironment): string {
	if (platform === 'win32') {
		return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Zed');
	}
	const chosen = platform === 'darwin' ? undefined : env['XDG_CONFIG_HOME'];
	return join(chosen ?? join(home, '.config'), 'zed');
}

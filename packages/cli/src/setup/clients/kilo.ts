import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { SetupEnvironment } from '../environment.ts';
import { jsonConfig } from '../json-config.ts';

export const kilo: Client = {
	title: 'Kilo Code',
	programs: ['kilo'],
	traces: environment => [userFolder(environment)],
	file: (scope, environment) =>
		scope === 'project'
			? projectFile(environment)
			: (existingIn(userFolder(environment)) ?? usualIn(userFolder(environment))),
	format: jsonConfig({
		servers: () => ['mcp'],
		entry: server =>
			server.transport === 'stdio'
				? {
						type: 'local',
						command: [server.command, ...server.args],
						...(Object.keys(server.env).length > 0 && { environment: server.env }),
					}
				: { type: 'remote', url: server.url, headers: server.headers },
	}),
	afterwards:
		'Sessions that are running have to be started again; the state of the server is in the settings of Kilo Code.',
};

const usualIn = (folder: string) => join(folder, 'kilo.jsonc');

function existingIn(folder: string): string | undefined {
	return ['kilo.jsonc', 'kilo.json'].map(name => join(folder, name)).find(existsSync);
}

/** The file that the project has already, else one in a folder of its own. */
function projectFile({ project }: SetupEnvironment): string {
	const own = join(project, '.kilo');
	return existingIn(project) ?? existingIn(own) ?? usualIn(own);
}

function userFolder({ home, env }: SetupEnvironment): string {
	return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'kilo');
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readProperty } from '@hawser/agent-config/json/edit-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { lineAbout } from '../check-connection.ts';
import type { Client } from '../client.ts';
import type { SetupEnvironment } from '../environment.ts';
import { jsonConfig } from '../json-config.ts';

export const opencode: Client = {
	title: 'opencode',
	programs: ['opencode'],
	traces: environment => [userFolder(environment)],
	file: (scope, environment) => existingFile(scope === 'project' ? environment.project : userFolder(environment)),
	format: jsonConfig({
		// Version 2 puts the servers one level deeper; who uses it has that level, because it is where its settings are.
		servers: text => (hasServers(text) ? ['mcp', 'servers'] : ['mcp']),
		entry: server =>
			server.transport === 'stdio'
				? {
						type: 'local',
						command: [server.command, ...server.args],
						...(Object.keys(server.env).length > 0 && { environment: server.env }),
					}
				: { type: 'remote', url: server.url, headers: server.headers, oauth: false },
	}),
	check: {
		args: ['mcp', 'list'],
		read: output => lineAbout(output, { connected: /\bconnected\b/, failed: /✗|fail|disabled|needs/i }),
	},
	afterwards: 'Sessions that are running have to be started again.',
};

function userFolder({ home, env }: SetupEnvironment): string {
	return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode');
}

function existingFile(folder: string): string {
	const withComments = join(folder, 'opencode.jsonc');
	return existsSync(withComments) ? withComments : join(folder, 'opencode.json');
}

function hasServers(text: string): boolean {
	const found = readProperty(text, ['mcp', 'servers']);
	// A server of version 1 that is called "servers" has a type.
	return found.kind === 'found' && isRecord(found.value) && typeof found.value['type'] !== 'string';
}

import { join } from 'node:path';
import { refuse } from '@hawser/agent-config/json/refusal.ts';
import type { Client } from '../client.ts';
import type { ConfigFormat } from '../config-format.ts';
import type { SetupEnvironment } from '../environment.ts';
import { commandEntry, jsonConfig } from '../json-config.ts';
import { settingsFolder } from './vscode-folders.ts';

const json = jsonConfig({
	servers: () => ['mcpServers'],
	entry: server => (server.transport === 'stdio' ? commandEntry(server) : {}),
});

/** Its file knows commands only; addresses are added in its settings, and reach servers on the internet. */
const format: ConfigFormat = {
	...json,
	add: (text, server, scope) =>
		server.transport === 'http'
			? refuse('it starts servers itself and takes no address')
			: json.add(text, server, scope),
};

export const claudeDesktop: Client = {
	title: 'Claude Desktop',
	programs: ['claude-desktop'],
	traces: environment => [folder(environment)],
	file: (scope, environment) =>
		scope === 'user' ? join(folder(environment), 'claude_desktop_config.json') : undefined,
	format,
	startsOutsideProjects: true,
	afterwards:
		'Quit Claude Desktop and start it again. It works on the project that the entry names; run "hawser setup claude-desktop --workspace <folder>" for another.',
};

function folder(environment: SetupEnvironment): string {
	return join(settingsFolder(environment), 'Claude');
}

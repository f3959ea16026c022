import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { CLIENTS } from '../../src/setup/client-list.ts';
import type { ClientName } from '../../src/setup/client-names.ts';
import type { Scope, SetupEnvironment } from '../../src/setup/environment.ts';
import type { McpServer } from '../../src/setup/mcp-server.ts';
import { openReceipts } from '../../src/setup/receipts.ts';
import { type SetupReport, setUpClient } from '../../src/setup/set-up-client.ts';

export const STDIO: McpServer = { transport: 'stdio', command: 'hawser', args: ['mcp'], env: {} };
export const HTTP: McpServer = {
	transport: 'http',
	url: 'http://localhost:50001/mcp',
	headers: { Authorization: `Bearer ${'t'.repeat(43)}` },
};

/** A home folder on disk with nothing in it, and one client that is set up there. */
export interface SetupHome {
	environment: SetupEnvironment;
	file: string;
	/** Text of the client's file; undefined when there is none. */
	text(): string | undefined;
	write(text: string): void;
	/** Everything under the home, Hawser's own folder aside. */
	entries(): string[];
	/** With undefined it is taken out; forgetful: as if nothing were known about what was written before. */
	setUp(server: McpServer | undefined, options?: { forgetful?: boolean }): Promise<SetupReport>;
}

export function makeSetupHome(name: ClientName, scope: Scope = 'user'): SetupHome {
	const base = temporaryFolder('setup');
	const [home, project] = [join(base, 'home'), join(base, 'project')];
	mkdirSync(home);
	mkdirSync(project);
	const hawserHome = join(base, 'hawser');
	const environment: SetupEnvironment = {
		home,
		project,
		platform: 'linux',
		env: { PATH: '', HAWSER_HOME: hawserHome },
	};
	const file = CLIENTS[name].file(scope, environment) ?? '';
	return {
		environment,
		file,
		text: () => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
		write(text) {
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, text);
		},
		entries: () => [home, project].flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' })),
		setUp: (server, { forgetful = false } = {}) =>
			setUpClient(name, {
				wish: { scope, server },
				environment,
				receipts: openReceipts(forgetful ? mkdtempSync(join(base, 'other-')) : hawserHome),
				mayWrite: () => Promise.resolve(true),
			}),
	};
}

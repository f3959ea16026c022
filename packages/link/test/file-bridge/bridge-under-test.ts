import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { type BridgeHost, type BridgeHostOptions, openBridgeHost } from '../../src/file-bridge/bridge-host.ts';
import { bridgeFolder, hostFile, jobsFolder } from '../../src/file-bridge/layout.ts';
import { echo } from './echo.ts';

export interface HostUnderTest {
	host: BridgeHost;
	workspace: string;
	/** Names of the commands that were run. */
	ran: string[];
	problems: (string | undefined)[];
}

export async function startHost(options: Partial<BridgeHostOptions> = {}): Promise<HostUnderTest> {
	const workspace = options.workspace ?? temporaryFolder('bridge');
	const ran: string[] = [];
	const problems: (string | undefined)[] = [];
	const run = options.run ?? echo;
	const host = openBridgeHost({
		windowId: 'w1',
		toolsets: () => ['default'],
		onProblem: problem => problems.push(problem),
		heartbeat: 100,
		...options,
		workspace,
		run(command, given) {
			ran.push(command.tool);
			return run(command, given);
		},
	});
	onTestFinished(() => host.close());
	await host.ready;
	return { host, workspace, ran, problems };
}

export function nonceOf(workspace: string): string {
	return (JSON.parse(readFileSync(hostFile(workspace), 'utf8')) as { nonce: string }).nonce;
}

/** A job as a script would write it. */
export function writeJob(workspace: string, id: string, command: unknown): string {
	const folder = join(jobsFolder(workspace), id);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	writeFileSync(join(folder, 'command.json'), typeof command === 'string' ? command : JSON.stringify(command));
	return folder;
}

export function goodCommand(workspace: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
	return { version: 1, id: 'x', nonce: nonceOf(workspace), tool: 'echo', input: {}, ...fields };
}

export function jobsIn(workspace: string): string[] {
	return readdirSync(jobsFolder(workspace));
}

export function filesOfBridge(workspace: string): string[] {
	return readdirSync(bridgeFolder(workspace)).sort();
}

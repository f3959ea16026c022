import { listProcesses, withDescendants } from '@hawser/headless/shared/processes.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';

/** The processes of a language server in a window, which is known by a part of its command. */
export async function serversOf(window: EditorWindow, part: string): Promise<readonly number[]> {
	const host = Number(await window.evaluate('return process.pid'));
	const found = withDescendants(await listProcesses(), [host]).filter(({ command }) => command.includes(part));
	return found.map(({ pid }) => pid);
}

/** False when the server does not run. */
export async function signalServer(window: EditorWindow, part: string, signal: NodeJS.Signals): Promise<boolean> {
	const servers = await serversOf(window, part);
	servers.forEach(pid => process.kill(pid, signal));
	return servers.length > 0;
}

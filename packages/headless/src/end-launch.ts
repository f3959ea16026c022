import type { BrowserContext } from 'playwright-core';
import { type CodeServer, endCodeServer } from './code-server.ts';
import { type LaunchFolder, removeLaunchFolder } from './launch-folder.ts';
import { withDeadline } from './shared/deadline.ts';
import { launchProcesses, listProcesses, type ProcessInfo, stillRunning, waitForEnd } from './shared/processes.ts';
import type { EditorWindow } from './window.ts';

/** VS Code gives deactivate() five seconds; the rest is for a slow machine. */
const GOODBYE_MS = 15_000;
const BROWSER_MS = 15_000;
const OTHERS_MS = 2_000;
const KILL_MS = 10_000;

export interface StopReport {
	/** Processes that did not end by themselves and were killed. */
	killed: ProcessInfo[];
}

/** The parts of a launch that have to be ended; one that failed half way has only some of them. */
export interface Launched {
	folder: LaunchFolder;
	mark: string;
	/** The folder of VS Code: it tells the editor's processes from those that were started in it. */
	programFolder: string;
	keep: boolean;
	server?: CodeServer;
	context?: BrowserContext;
	windows: Set<EditorWindow>;
}

/** Ends every process of a launch, checks that by process id, and removes its folder. */
export async function endLaunch(launched: Launched): Promise<StopReport> {
	const { folder, keep, server, context, windows } = launched;
	// Extension hosts lose their parent when the server ends, so who belongs to us is written down before.
	const before = await processesOf(launched);

	await settledWithin(
		BROWSER_MS,
		[...windows].map(window => window.close()),
	);
	await settledWithin(BROWSER_MS, context ? [context.close()] : []);
	if (server) {
		await endCodeServer(server, GOODBYE_MS);
	}
	const known = new Map([...before, ...(await processesOf(launched))].map(info => [info.pid, info]));
	const isEditor = ({ command }: ProcessInfo) => command.includes(launched.programFolder);
	await waitForEnd([...known.values()].filter(isEditor), GOODBYE_MS);
	// Programs that extensions or terminals started have no reason to end now if they did not before.
	const killed = await waitForEnd([...known.values()], OTHERS_MS);
	await kill(killed);

	server?.log.close();
	if (!keep) {
		await removeLaunchFolder(folder);
	}
	return { killed };
}

/** Every process that belongs to a launch right now. */
export async function processesOf({ folder, mark, server }: Launched): Promise<ProcessInfo[]> {
	// Playwright does not tell the browser's process id; its profile folder is on its command line.
	const profile = `--user-data-dir=${folder.browser}`;
	const browsers = (await listProcesses()).filter(({ command }) => command.includes(profile));
	const roots = browsers.map(({ pid }) => pid);
	return launchProcesses(server ? [server.pid, ...roots] : roots, mark);
}

async function kill(processes: readonly ProcessInfo[]): Promise<void> {
	for (const { pid } of await stillRunning(processes)) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It ended in this moment.
		}
	}
	await waitForEnd(processes, KILL_MS);
}

async function settledWithin(limitMs: number, promises: readonly Promise<unknown>[]): Promise<void> {
	await withDeadline(Promise.allSettled(promises), limitMs, () => '').catch(() => undefined);
}

import { accessSync, constants } from 'node:fs';
import { findBridge } from '@hawser/link/file-bridge/find-bridge.ts';
import { jobsFolder } from '@hawser/link/file-bridge/layout.ts';
import type { Finding } from './finding.ts';

/** Checks that the window can be called by files; there is no finding where no window has opened a bridge. */
export function examineBridge(workspace: string): Finding[] {
	const bridge = findBridge(workspace);
	if (!bridge) {
		return [];
	}
	const { workspace: folder, host, fresh } = bridge;
	const seen = `${Math.max(0, Math.round((Date.now() - host.seenAt) / 1000))} s ago`;
	if (!fresh) {
		return [
			{
				level: 'warning',
				what: `The file bridge in ${folder} is not served: window ${host.bridgeId} was last seen ${seen}.`,
				why: 'The window ended without removing its files, or it hangs.',
				advice: 'Open the folder in VS Code again; the next window takes the bridge over.',
			},
		];
	}
	try {
		accessSync(jobsFolder(folder), constants.W_OK | constants.X_OK);
	} catch {
		return [
			{
				level: 'warning',
				what: `The file bridge in ${folder} is served by window ${host.bridgeId}, and this process may not write to it.`,
				why: 'The folder is mounted read-only, or this process has another user id than the user at the window.',
				advice: `Mount it for writing, and run the agent with user id ${host.uid}, or as root.`,
			},
		];
	}
	const elsewhere = host.workspace === folder ? '' : `, where the folder is ${host.workspace}`;
	return [
		{ level: 'ok', what: `File bridge in ${folder}: served by window ${host.bridgeId}, seen ${seen}${elsewhere}.` },
	];
}

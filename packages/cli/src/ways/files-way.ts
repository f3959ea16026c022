import { callThroughFiles, requireBridge } from '@hawser/link/file-bridge/bridge-client.ts';
import { findBridge } from '@hawser/link/file-bridge/find-bridge.ts';
import type { KnownWindow, Way } from './way.ts';

/** For a process that shares the folder with the window, and not the network. */
export const filesWay: Way = {
	call: callThroughFiles,
	find: async projectRoot => windowBehind(await requireBridge(projectRoot)),
	async findAnswering(projectRoot) {
		const bridge = await findBridge(projectRoot);
		return bridge?.fresh === true ? windowBehind(bridge) : undefined;
	},
};

function windowBehind({ host }: Awaited<ReturnType<typeof requireBridge>>): KnownWindow {
	return { id: host.bridgeId, startedAt: host.startedAt };
}

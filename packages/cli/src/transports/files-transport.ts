import { callThroughFiles, requireBridge } from '@hawser/link/file-bridge/bridge-client.ts';
import { type FoundBridge, findBridge } from '@hawser/link/file-bridge/find-bridge.ts';
import type { KnownWindow, Transport } from './transport.ts';

/** For a process that shares the folder with the window, and not the network. */
export const filesTransport: Transport = {
	call: callThroughFiles,
	find: projectRoot => windowBehind(requireBridge(projectRoot)),
	findAnswering(projectRoot) {
		const bridge = findBridge(projectRoot);
		return Promise.resolve(bridge?.fresh === true ? windowBehind(bridge) : undefined);
	},
};

function windowBehind({ host, workspace }: FoundBridge): KnownWindow {
	return { id: host.bridgeId, startedAt: host.startedAt, folders: [workspace] };
}

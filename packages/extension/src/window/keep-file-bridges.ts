import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { type BridgeHost, openBridgeHost } from '@hawser/link/file-bridge/bridge-host.ts';
import type { Log } from '../log/log.ts';
import { runCommandIn } from '../surfaces/files/run-command.ts';

export interface FileBridgeOptions {
	windowId: string;
	/** The folders that should have a bridge now. */
	folders: () => readonly string[];
	toolsets: () => readonly string[];
	runtime: () => Promise<Runtime>;
	log: Log;
}

/** The file bridges of this window, one for each folder that the user allowed it in. */
export interface FileBridges {
	/** Opens and closes what has to be, after something has changed. */
	follow(): void;
	/** Closes all, at once; what was being written meanwhile is taken away when this resolves. */
	leave(): Promise<void>;
}

export function keepFileBridges({ windowId, folders, toolsets, runtime, log }: FileBridgeOptions): FileBridges {
	const open = new Map<string, BridgeHost>();

	const close = (folder: string, bridge: BridgeHost) => {
		void bridge.close();
		open.delete(folder);
		log.info(`File bridge closed in ${folder}`);
	};

	const start = (workspace: string) => {
		const bridge = openBridgeHost({
			workspace,
			windowId,
			toolsets,
			run: runCommandIn(workspace, runtime),
			onProblem: reason =>
				reason === undefined
					? log.info(`File bridge works again in ${workspace}`)
					: log.warn(`File bridge does not work in ${workspace}: ${reason}`),
		});
		open.set(workspace, bridge);
		log.info(`File bridge open in ${workspace}`);
	};

	return {
		follow() {
			const wanted = new Set(folders());
			for (const [folder, bridge] of open) {
				if (!wanted.has(folder)) {
					close(folder, bridge);
				}
			}
			for (const folder of wanted) {
				if (!open.has(folder)) {
					start(folder);
				}
			}
		},
		async leave() {
			const closing = [...open.values()].map(bridge => bridge.close());
			open.clear();
			await Promise.all(closing);
		},
	};
}

import { lazy } from '@hawser/node/lazy.ts';
import type * as vscode from 'vscode';
import type { NativeIdeKeeper, NativeIdeOptions } from './keep-native-ide.ts';

/** The agents' own protocols, whose code is loaded when the server of the window first changes its state. */
export interface NativeIdeFollower extends vscode.Disposable {
	/** Brings everything to what settings, folders, extensions and server say now. */
	follow(): void;
	/** Removes the files by which agents find this window, at once: a window that closes does not wait for promises. */
	leaveAtOnce(): void;
	/** The command "Send to Agent". */
	sendToAgent(): Promise<void>;
}

export function followNativeIde(options: NativeIdeOptions): NativeIdeFollower {
	let loaded: NativeIdeKeeper | undefined;
	const keeper = lazy(async (): Promise<NativeIdeKeeper> => {
		const { keepNativeIde } = await import('./keep-native-ide.ts');
		return (loaded = keepNativeIde(options));
	});
	return {
		follow() {
			keeper()
				.then(keeping => keeping.follow())
				.catch((cause: unknown) => options.log.failure('The protocols of agents are not served', cause));
		},
		leaveAtOnce: () => loaded?.leaveAtOnce(),
		async sendToAgent() {
			const [{ sendToAgent }, { connections }] = await Promise.all([import('./send-to-agent.ts'), keeper()]);
			await sendToAgent(connections);
		},
		dispose: () => void loaded?.dispose(),
	};
}

import { lazy } from '@hawser/node/lazy.ts';
import { bridgeFolders } from '../settings/read-settings.ts';
import type { FileBridgeOptions, FileBridges } from './keep-file-bridges.ts';
import type { ServerState } from './server-state.ts';

interface FollowerOptions extends Omit<FileBridgeOptions, 'folders'> {
	state: Pick<ServerState, 'current'>;
}

/** The file bridges of the window, whose code is loaded when the first folder has one. */
export interface FileBridgeFollower {
	/** Opens and closes bridges as settings, folders, trust and server say now. */
	follow(): void;
	/** Closes all of them before it returns; the promise is for the files that were being written. */
	leave(): Promise<void>;
}

export function followFileBridges({ state, ...options }: FollowerOptions): FileBridgeFollower {
	let opened: FileBridges | undefined;
	const bridges = lazy(async (): Promise<FileBridges> => {
		const { keepFileBridges } = await import('./keep-file-bridges.ts');
		const folders = () => (state.current.kind === 'stopped' ? [] : bridgeFolders());
		return (opened = keepFileBridges({ ...options, folders }));
	});
	return {
		follow() {
			if (opened || bridgeFolders().length > 0) {
				bridges()
					.then(keeper => keeper.follow())
					.catch((cause: unknown) => options.log.failure('The file bridge is not kept', cause));
			}
		},
		leave: async () => opened?.leave(),
	};
}

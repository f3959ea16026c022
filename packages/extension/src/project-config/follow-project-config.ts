import { lazy } from '@hawser/node/lazy.ts';
import type { KeeperOptions, ProjectConfigKeeper } from './keep-project-config.ts';

/** The configuration files of agents, whose code is loaded when the server first changes its state. */
export interface ProjectConfigFollower {
	/** Brings the files to what settings, folders, trust and server say now. */
	follow(): void;
	/** Takes back what this window wrote; there is nothing to take back where nothing was loaded. */
	leave(): Promise<void>;
}

export function followProjectConfig(options: KeeperOptions): ProjectConfigFollower {
	const keeper = lazy(async (): Promise<ProjectConfigKeeper> => {
		const { keepProjectConfig } = await import('./keep-project-config.ts');
		return keepProjectConfig(options);
	});
	return {
		follow() {
			keeper()
				.then(loaded => loaded.follow())
				.catch((cause: unknown) => options.log.failure('The configuration for agents is not kept', cause));
		},
		async leave() {
			await (await keeper.ifLoaded())?.leave();
		},
	};
}

import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { lazy } from '@hawser/node/lazy.ts';
import type * as vscode from 'vscode';
import type { WindowRuntime, WindowRuntimeOptions } from './window-runtime.ts';

/** The runtime of the window. Tools and adapters are loaded by the first call, because a start must not wait for them. */
export interface LazyRuntime extends vscode.Disposable {
	load(): Promise<Omit<WindowRuntime, 'dispose'>>;
	runtime(): Promise<Runtime>;
	/** What is loaded already, which it is while an agent is connected. */
	ifLoaded(): Promise<Omit<WindowRuntime, 'dispose'>> | undefined;
}

export function createLazyRuntime(options: WindowRuntimeOptions): LazyRuntime {
	const load = lazy(async (): Promise<WindowRuntime> => {
		const { createWindowRuntime } = await import('./window-runtime.ts');
		return createWindowRuntime(options);
	});
	return {
		load,
		ifLoaded: load.ifLoaded,
		runtime: async () => (await load()).runtime,
		dispose() {
			void load.ifLoaded()?.then(loaded => {
				loaded.dispose();
			});
		},
	};
}

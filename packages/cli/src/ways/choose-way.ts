import { isToolError } from '@hawser/core/contract/errors.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import type { Transport } from '../transports.ts';
import { httpWay } from './http-way.ts';
import type { Way } from './way.ts';

export function chooseWay(transport: Transport, link: WindowLink): Way {
	switch (transport) {
		case 'http':
			return httpWay(link);
		case 'files':
			return throughFiles();
		case 'auto':
			return withFallback(httpWay(link), throughFiles());
	}
}

/** Loaded when needed: most agents reach the window by the network. */
function throughFiles(): Way {
	const load = async () => (await import('./files-way.ts')).filesWay;
	return {
		call: async (projectRoot, call, options) => (await load()).call(projectRoot, call, options),
		find: async projectRoot => (await load()).find(projectRoot),
		findAnswering: async projectRoot => (await load()).findAnswering(projectRoot),
	};
}

/** By the second way when there is no window at the end of the first, so that nothing can have taken effect. */
function withFallback(first: Way, second: Way): Way {
	const orSecond = async <Result>(
		projectRoot: string,
		ask: (way: Way) => Result | Promise<Result>,
	): Promise<Result> => {
		try {
			return await ask(first);
		} catch (cause) {
			const noWindow = isToolError(cause) && cause.code === 'E_NO_WINDOW';
			if (!noWindow || (await second.findAnswering(projectRoot)) === undefined) {
				throw cause;
			}
		}
		return ask(second);
	};
	return {
		call: (projectRoot, call, options) => orSecond(projectRoot, way => way.call(projectRoot, call, options)),
		find: projectRoot => orSecond(projectRoot, way => way.find(projectRoot)),
		findAnswering: async projectRoot =>
			(await first.findAnswering(projectRoot)) ?? (await second.findAnswering(projectRoot)),
	};
}

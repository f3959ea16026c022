import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { windowNamed } from '@hawser/link/find-window.ts';
import type { WindowLink } from '@hawser/link/window-link.ts';
import { httpTransport } from './http-transport.ts';
import type { Transport } from './transport.ts';
import type { TransportName } from './transport-names.ts';

export function chooseTransport(transport: TransportName, link: WindowLink): Transport {
	switch (transport) {
		case 'http':
			return httpTransport(link);
		case 'files':
			return throughFiles();
		case 'auto':
			return withFallback(httpTransport(link), throughFiles());
	}
}

/** Loaded when needed: most agents reach the window by the network. */
function throughFiles(): Transport {
	const load = async () => (await import('./files-transport.ts')).filesTransport;
	return {
		call: async (projectRoot, call, options) => (await load()).call(projectRoot, call, options),
		find: async projectRoot => (await load()).find(projectRoot),
		findAnswering: async projectRoot => (await load()).findAnswering(projectRoot),
	};
}

/** By the second way when there is no window at the end of the first, so that nothing can have taken effect. */
function withFallback(first: Transport, second: Transport): Transport {
	const orSecond = async <Result>(
		projectRoot: string,
		ask: (transport: Transport) => Result | Promise<Result>,
	): Promise<Result> => {
		try {
			return await ask(first);
		} catch (cause) {
			const noWindow = isToolError(cause) && cause.code === 'E_NO_WINDOW';
			// A window that is named has no folder to which a bridge could belong.
			const isNamed = windowNamed(projectRoot) !== undefined;
			if (!noWindow || isNamed || (await second.findAnswering(projectRoot)) === undefined) {
				throw cause;
			}
		}
		return ask(second);
	};
	return {
		call: (projectRoot, call, options) =>
			orSecond(projectRoot, transport => transport.call(projectRoot, call, options)),
		find: projectRoot => orSecond(projectRoot, transport => transport.find(projectRoot)),
		findAnswering: async projectRoot =>
			(await first.findAnswering(projectRoot)) ?? (await second.findAnswering(projectRoot)),
	};
}

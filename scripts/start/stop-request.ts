import { once } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Somebody wants this program to end: Ctrl+C, a signal, a closed terminal, or the end of the process that started it. */
export interface StopRequest {
	isRequested(): boolean;
	/** Resolves when it comes. */
	readonly come: Promise<unknown>;
}

/** Listens from now on. As long as it does, no signal ends this process before it has tidied up. */
export function awaitStopRequest(): StopRequest {
	const stop = new AbortController();
	const come = once(stop.signal, 'abort');
	for (const signal of SIGNALS) {
		process.on(signal, () => stop.abort());
	}
	if (process.channel) {
		// As a signal, so that an editor that is just being launched stops as well.
		process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
		process.channel.unref();
	}
	return {
		isRequested: () => stop.signal.aborted,
		come,
	};
}

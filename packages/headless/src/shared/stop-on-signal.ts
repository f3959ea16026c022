const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<() => Promise<unknown>>();

/** Stops everything that was registered when a signal arrives, then lets the signal end this process as it would have. */
export function stopOnSignal(stop: () => Promise<unknown>): () => void {
	if (running.size === 0) {
		for (const signal of SIGNALS) {
			process.on(signal, stopAll);
		}
	}
	running.add(stop);
	return () => {
		running.delete(stop);
		if (running.size === 0) {
			unregister();
		}
	};
}

function stopAll(signal: NodeJS.Signals): void {
	// A second Ctrl-C ends this process at once; the guard of each server then ends what is left.
	unregister();
	void Promise.allSettled([...running].map(stop => stop())).then(() => {
		running.clear();
		// Somebody else's handler decides if there is one; otherwise this ends the process with the right exit status.
		if (process.listenerCount(signal) === 0) {
			process.kill(process.pid, signal);
		}
	});
}

function unregister(): void {
	for (const signal of SIGNALS) {
		process.off(signal, stopAll);
	}
}

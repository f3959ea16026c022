import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';

/** Less than the minute after which many clients give a call up. */
export const ORDINARY_PATIENCE = 50_000;
/** Less than the five minutes for which each of these waits, as their sources say. */
const LONG = 240_000;
const LONG_WAITING = ['claude-code', 'codex', 'gemini', 'copilot', 'github-copilot'];

/** Milliseconds for which the agent waits for an answer of the user. */
export function patienceOf({ name = '', surface }: Pick<Caller, 'name' | 'surface'>): number {
	const claimed = name.toLowerCase();
	const waits = (surface === 'mcp' || surface === 'stdio') && LONG_WAITING.some(known => claimed.startsWith(known));
	return waits ? LONG : ORDINARY_PATIENCE;
}

/**
 * Puts a question on behalf of a call that runs: for as long as its agent waits, in time that is not the tool's, and with signs of life.
 * `within` is the time that is left, if that is less.
 */
export async function askFor<Result>(
	caller: Pick<Caller, 'name' | 'surface' | 'signal' | 'whileAsking' | 'progress'>,
	ask: (timeLimit: TimeLimit) => Promise<Result>,
	within = Infinity,
): Promise<Result> {
	const milliseconds = Math.min(patienceOf(caller), within);
	const put = async () => {
		const endSigns = showSignsOfLife(() => caller.progress?.({ message: 'Waiting for the user to allow it' }));
		try {
			return await ask({ milliseconds, signal: caller.signal });
		} finally {
			endSigns();
		}
	};
	return caller.whileAsking ? caller.whileAsking(put) : put();
}

/** Milliseconds after which a client that hears nothing may take the connection for dead. */
const SIGN_OF_LIFE = 20_000;

/** Tells again and again that the call still waits, until the returned function is called. */
export function showSignsOfLife(tell: (() => void) | undefined): () => void {
	const timer = tell && setInterval(tell, SIGN_OF_LIFE).unref();
	return () => clearInterval(timer);
}

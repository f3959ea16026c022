import { nameWithVersion } from '@hawser/core/text/name-with-version.ts';
import type { CallHistory, KnownCall } from './call-history.ts';

/** One call as `hawser log` prints it. */
export interface CallLine {
	time: string;
	agent: string;
	tool: string;
	/** What it was about; secrets have been taken out. */
	subject: string;
	/** `ok`, or the code of the error. */
	outcome: string;
	/** Milliseconds. */
	duration: number;
	surface: string;
	requestId: string;
}

/** The calls that have ended, for whoever reads them outside of the window. */
export interface CallLines {
	/** The last ones, the oldest first. */
	recent(): readonly CallLine[];
	/** Each call from now on, when it ends; the returned function stops it. */
	follow(listener: (line: CallLine) => void): () => void;
}

export function callLines(history: CallHistory): CallLines {
	return {
		recent: () => [...history.calls.values()].flatMap(call => lineOf(call) ?? []),
		follow: listener =>
			history.listen(id => {
				const call = history.calls.get(id);
				const line = call && lineOf(call);
				if (line) {
					listener(line);
				}
			}),
	};
}

function lineOf({
	startedAt,
	name,
	version,
	tool,
	subject,
	outcome,
	duration,
	surface,
	requestId,
}: KnownCall): CallLine | undefined {
	if (outcome === undefined || duration === undefined) {
		return undefined;
	}
	return {
		time: new Date(startedAt).toISOString(),
		agent: nameWithVersion({ name, version }),
		...{ tool, subject, outcome, duration, surface, requestId },
	};
}

import type { Envelope } from '@hawser/core/contract/envelope.ts';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';

/** The exit code of the shell's `timeout`. */
const STILL_RUNNING = 124;

/** Lets `hawser call` end as the program did that the tool ran. 0 for every other tool. */
export function exitCodeOfRun(
	envelope: Envelope,
	{ failureFields = [] }: Pick<PublishedTool, 'failureFields'>,
): number {
	if (!envelope.ok || failureFields.length === 0) {
		return 0;
	}
	const { data } = envelope;
	if (data['unfinished'] === true) {
		return STILL_RUNNING;
	}
	const failure = failureFields.find(field => typeof data[field] === 'number' && data[field] !== 0);
	const code = failure === 'exitCode' ? Number(data[failure]) : 1;
	// A system knows codes up to 255; on Windows programs may have larger ones, and negative ones.
	return failure === undefined ? 0 : code > 0 && code < 256 ? code : 1;
}

import type { CallFollower, CallLog } from '@hawser/core/runtime/call-log.ts';
import type { CallHistory } from './call-history.ts';

/** Every call goes into the history too. */
export function recordCalls(history: CallHistory, log: CallLog): CallLog {
	return {
		...log,
		started(call) {
			return both(history.started(call), log.started?.(call));
		},
		finished(record, reply) {
			history.finished(record, reply);
			log.finished(record, reply);
		},
	};
}

function both(first: CallFollower, second: CallFollower | undefined): CallFollower {
	if (second === undefined) {
		return first;
	}
	return {
		progress(progress) {
			first.progress(progress);
			second.progress(progress);
		},
	};
}

import type { CallRecord, StartedCall } from '@hawser/core/runtime/call-log.ts';

/** A call that has ended, with what a span says of it. */
export interface TracedCall extends Omit<StartedCall, 'readArguments' | 'stop'> {
	duration: number;
	outcome: CallRecord['outcome'];
	/** Characters of the answer. */
	answered: number;
}

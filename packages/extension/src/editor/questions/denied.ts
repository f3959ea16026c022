import { ToolError } from '@hawser/core/errors/tool-error.ts';

export const DO_THE_REST = 'Do the rest, and report what was left.';

interface Refusal {
	/** The answer of the user; undefined when nobody answered in time. */
	answer: string | undefined;
	/** What the user wants the agent to know. */
	says?: string | undefined;
	/** Milliseconds that the question stood. */
	waited: number;
	/** Completes the message: what is not allowed. */
	topic: string;
	/** A yes that comes later counts for the same call. */
	mayRepeat?: boolean;
	details?: Record<string, unknown> | undefined;
}

/** The error for a caller whose question got no yes. */
export function deniedError({ answer, says, waited, topic, mayRepeat = false, details }: Refusal): ToolError {
	return answer === 'deny'
		? refusedByUser(`it: ${topic}`, says, details)
		: unanswered(`: ${topic}`, { waited, mayRepeat, details });
}

/** `what` completes "The user does not allow …". */
export function refusedByUser(what: string, says: string | undefined, details: Refusal['details']): ToolError {
	const words = says === undefined ? '' : ` They say: ${says}`;
	return new ToolError('E_DENIED', `The user does not allow ${what}.${words}`, {
		hint: `Do not try the same by another tool or with other words. ${DO_THE_REST}`,
		details: { by: 'user', answered: true, ...(says !== undefined && { says }), ...details },
	});
}

/** `what` completes "Nobody answered within 50 s". */
export function unanswered(
	what: string,
	{ waited, mayRepeat, details }: Pick<Refusal, 'waited' | 'mayRepeat' | 'details'>,
): ToolError {
	const later = mayRepeat
		? ' The question stays for ten minutes: if the user says yes by then, the same call with the same arguments goes through once.'
		: '';
	return new ToolError('E_DENIED', `Nobody answered within ${Math.round(waited / 1000)} s${what}.`, {
		hint: `${DO_THE_REST}${later} The user can allow it beforehand with "hawser rules".`,
		details: { by: 'nobody', answered: false, ...details },
	});
}

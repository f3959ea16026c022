import { ToolError } from '@hawser/core/errors/tool-error.ts';

interface Refusal {
	/** The answer of the user; undefined when nobody answered in time. */
	answer: string | undefined;
	/** Milliseconds that the question stood. */
	waited: number;
	/** Completes the message: what is not allowed. */
	topic: string;
	details?: Record<string, unknown>;
}

/** The error for a caller whose question got no yes. */
export function deniedError({ answer, waited, topic, details }: Refusal): ToolError {
	const answered = answer === 'deny';
	const why = answered ? 'The user does not allow it' : `Nobody answered within ${waited / 1000} s`;
	return new ToolError('E_DENIED', `${why}: ${topic}.`, { details: { ...details, answered } });
}

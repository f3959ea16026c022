import { type Failure, failureText, type Reply } from '@hawser/core/contract/envelope.ts';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';

/** The reply for a call that did not reach a window, in the shape in which the window would have sent it. */
export function failureReply(cause: unknown, requestId: string, startedAt: number): Reply {
	const { code, message, hint, details } = isToolError(cause) ? cause : internalError(cause);
	const envelope: Failure = {
		ok: false,
		type: 'error',
		error: { code, message, hint, details },
		meta: { requestId, timestamp: new Date(startedAt).toISOString(), duration: Date.now() - startedAt },
	};
	return { envelope, text: failureText(envelope.error) };
}

function internalError(cause: unknown): ToolError {
	return new ToolError('E_INTERNAL', `Hawser failed: ${messageOf(cause)}`, {
		cause,
	});
}

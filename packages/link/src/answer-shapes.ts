import type { Failure, Reply } from '@hawser/core/contract/envelope.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { isObject } from '@hawser/node/is-object.ts';

/** Shapes are checked as far as they are used: the window is trusted, but it may be of another version. */
export function isReplyLine(value: unknown): value is { reply: Reply } {
	if (!isObject(value) || !isObject(value['reply'])) {
		return false;
	}
	const { envelope, text } = value['reply'];
	return (
		typeof text === 'string' &&
		isObject(envelope) &&
		(isFailure(envelope) || (envelope['ok'] === true && isObject(envelope['data'])))
	);
}

export function isProgressLine(value: unknown): value is { progress: Progress } {
	return isObject(value) && isObject(value['progress']) && typeof value['progress']['message'] === 'string';
}

export function isFailure(value: unknown): value is Failure {
	if (!isObject(value) || value['ok'] !== false || !isObject(value['error'])) {
		return false;
	}
	const { code, message, hint, details } = value['error'];
	return typeof code === 'string' && typeof message === 'string' && typeof hint === 'string' && isObject(details);
}

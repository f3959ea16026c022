import type { Failure, Reply } from '@hawser/core/contract/envelope.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';

/** Shapes are checked as far as they are used: the window is trusted, but it may be of another version. */
export function isReplyLine(value: unknown): value is { reply: Reply } {
	if (!isRecord(value) || !isRecord(value['reply'])) {
		return false;
	}
	const { envelope, text } = value['reply'];
	return (
		typeof text === 'string' &&
		isRecord(envelope) &&
		(isFailure(envelope) || (envelope['ok'] === true && isRecord(envelope['data'])))
	);
}

export function isProgressLine(value: unknown): value is { progress: Progress } {
	return isRecord(value) && isRecord(value['progress']) && typeof value['progress']['message'] === 'string';
}

export function isFailure(value: unknown): value is Failure {
	if (!isRecord(value) || value['ok'] !== false || !isRecord(value['error'])) {
		return false;
	}
	const { code, message, hint, details } = value['error'];
	return typeof code === 'string' && typeof message === 'string' && typeof hint === 'string' && isRecord(details);
}

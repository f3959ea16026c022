import { z } from 'zod';
import type { RecordedEntry } from '../../ports/recordings.ts';
import { shorten } from '../../text/shorten.ts';

/** An entry of the recording in answers. */
export const entryShape = z.object({
	at: z.int().describe('Milliseconds from the start of the run.'),
	type: z.string(),
	text: z.string().optional(),
	category: z.string().optional(),
	reason: z.string().optional(),
	threadId: z.int().optional(),
	path: z.string().optional(),
	line: z.int().optional(),
	column: z.int().optional(),
	duration: z.int().optional().describe('Milliseconds until a request was answered.'),
	failed: z.literal(true).optional(),
	exitCode: z.int().optional(),
	sessionId: z.string().optional(),
});

export const TEXT_LENGTH = 500;
/** There are so many of these that each byte counts, and the session says little about them. */
const COMMON: readonly string[] = ['output', 'request'];

export function toEntryShape(
	{
		kind,
		time,
		text,
		category,
		reason,
		threadId,
		path,
		line,
		column,
		duration,
		failed,
		exitCode,
		sessionId,
	}: RecordedEntry,
	start: number,
): z.input<typeof entryShape> {
	return {
		at: time - start,
		type: kind,
		...(text !== '' && { text: shorten(text, TEXT_LENGTH) }),
		...(category !== undefined && { category }),
		...(reason !== undefined && { reason }),
		...(threadId !== undefined && { threadId }),
		...(path !== undefined && { path }),
		...(line !== undefined && { line }),
		...(column !== undefined && { column }),
		...(duration !== undefined && { duration }),
		...(failed && { failed }),
		...(exitCode !== undefined && { exitCode }),
		...(!COMMON.includes(kind) && { sessionId }),
	};
}

export function renderEntry({
	at,
	type,
	text,
	category,
	reason,
	threadId,
	duration,
	failed,
	exitCode,
	...place
}: z.output<typeof entryShape>): string {
	const facts = [
		reason,
		threadId === undefined ? undefined : `thread ${threadId}`,
		exitCode === undefined ? undefined : `code ${exitCode}`,
		duration === undefined ? undefined : `${duration} ms`,
		failed && 'failed',
	].filter(fact => typeof fact === 'string');
	return [
		`+${at} ms`,
		category ?? type,
		...(facts.length > 0 ? [`(${facts.join(', ')})`] : []),
		...(place.path === undefined ? [] : [renderPlace(place)]),
		...(text === undefined ? [] : [text.replaceAll('\n', '\n    ')]),
	].join('  ');
}

export function renderPlace({
	path = '',
	line,
	column,
}: {
	path?: string | undefined;
	line?: number | undefined;
	column?: number | undefined;
}): string {
	return [path, line, column].filter(part => part !== undefined).join(':');
}

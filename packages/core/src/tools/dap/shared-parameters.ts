import { z } from 'zod';
import type { RecordKind } from '../../ports/recordings.ts';

/** Parameters that all tools on the recording share. */
export const sessionId = z.string().min(1).optional().describe('Any session of a run; else the latest.');

export const alone = z.boolean().default(false).describe('Without the other sessions of its run.');

export const category = z
	.enum(['all', 'stdout', 'stderr', 'console', 'important', 'telemetry'])
	.default('all')
	.describe('Kind of output; all is without telemetry.');

export const since = z.number().optional().describe('Milliseconds, like "at" in answers.');

export const until = z.number().optional().describe('Like since.');

export const offset = z.int().nonnegative().default(0).describe('How many to skip, to page.');

export const EVENT_TYPES = [
	'started',
	'process',
	'output',
	'stopped',
	'exception',
	'continued',
	'breakpoint',
	'thread',
	'request',
	'exited',
	'terminated',
	'failed',
	'ended',
] as const satisfies readonly RecordKind[];

export const eventTypes = z.array(z.enum(EVENT_TYPES)).min(1).optional();

/** The fields of every answer with entries of the recording. */
export const pageFacts = {
	total: z.int().describe('How many were recorded in all.'),
	matched: z.int(),
	dropped: z.int().optional().describe('Of the total, the oldest, which are no longer kept.'),
	nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
};

import { z } from 'zod';

/** Parameters that all debug tools share. */
export const sessionId = z
	.string()
	.min(1)
	.optional()
	.describe('Session from debug_status; the one that stopped last unless given.');

export const threadId = z.int().optional().describe('Thread from debug_threads; the one that stopped unless given.');

export const frameId = z.int().optional().describe('Frame from debug_stack; the top one unless given.');

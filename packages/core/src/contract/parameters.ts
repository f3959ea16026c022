import { z } from 'zod';

/** Parameters that mean the same in every tool, so that they read the same in every tool. */
export const path = z.string().min(1).describe('Workspace-relative path, absolute path or file: URI.');

export const line = z.int().positive().describe('1-based line.');

export const column = z.int().positive().describe('1-based column.');

/** Says how far an answer of the language server can be relied on. */
export const freshness = z.enum(['fresh', 'stale', 'not_ready']);

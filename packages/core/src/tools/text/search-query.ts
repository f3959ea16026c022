import { z } from 'zod';

/** The parameters by which text tools say what to look for, and where. */
export const searchQuery = {
	query: z
		.string()
		.min(1)
		.max(10_000)
		.regex(/^[^\0]*$/, 'must not contain a NUL character')
		.describe('Text, or with regex a pattern; may span lines.'),
	regex: z.boolean().default(false).describe('Rust syntax; look-around works.'),
	case: z
		.enum(['smart', 'sensitive', 'insensitive'])
		.default('smart')
		.describe('smart: capitals count if the query has some.'),
	word: z.boolean().default(false).describe('Whole words only.'),
	include: z.string().optional().describe('Globs, folders or files, such as "src, *.test.ts".'),
	exclude: z.string().optional().describe('Likewise.'),
	ignored: z.boolean().default(false).describe('Also ignored files such as node_modules.'),
};

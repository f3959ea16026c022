import { z } from 'zod';
import { column, line, path } from '../../contract/parameters.ts';

export const placeParameters = {
	path: path.optional(),
	line: line.optional(),
	column: column.optional().describe('1-based column, for one of several calls on a line.'),
	functionName: z.string().min(1).optional().describe('Instead of path and line, where the debugger supports it.'),
	exceptions: z
		.array(z.string().min(1))
		.min(1)
		.optional()
		.describe('Instead of path and line: "uncaught", "all", or filters of the debugger.'),
};

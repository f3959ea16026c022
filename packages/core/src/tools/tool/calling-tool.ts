import { z } from 'zod';
import { ToolError } from '../../errors/tool-error.ts';

export const callInput = z.strictObject({
	tool: z.string().min(1).describe('Name, from tool_find.'),
	arguments: z
		.record(z.string(), z.unknown())
		.optional()
		.describe('Its arguments; wrong ones are answered with the right ones.'),
});

/** The runtime calls the inner tool in the place of this one, so that limits, log and errors are about that one alone. */
export function calledByRuntime(): Promise<Record<string, never>> {
	return Promise.reject(new ToolError('E_INVALID_PARAMS', 'This tool calls others; name one of them.'));
}

import { ToolError } from '../errors/tool-error.ts';
import { nearestName } from '../text/nearest-name.ts';

/** The same words wherever a tool is looked for in vain: in the window, in `hawser mcp` and in the shell. */
export function unknownTool(name: string, known: readonly string[]): ToolError {
	const nearest = nearestName(name, known);
	const question = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
	return new ToolError('E_UNKNOWN_TOOL', `There is no tool "${name}"${question}`, {
		details: { tool: name, ...(nearest !== undefined && { nearest }) },
	});
}

import { ToolError } from '../../errors/tool-error.ts';

/** An answer that is not there yet proves nothing, so no conclusion is drawn from it. */
export function notReadyYet(unknown: string): ToolError {
	return new ToolError(
		'E_NOT_READY',
		`The language server has not finished loading, so it is not known yet ${unknown}.`,
	);
}

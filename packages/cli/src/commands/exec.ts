import { ToolError } from '@hawser/core/errors/tool-error.ts';

/** Whoever types it, out of habit, is told what there is instead. */
export function run(): never {
	throw new ToolError('E_INVALID_PARAMS', 'JavaScript from outside is not run in the editor.', {
		hint: 'Write a tool of the project instead: hawser tools new NAME. It runs in its own process once the user allows it.',
	});
}

import { type ErrorCode, isErrorCode } from '@hawser/core/errors/error-codes.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ScriptFailure } from './process/script-protocol.ts';

/** These say something of Hawser itself, which no script can know; programs act on them. */
const NOT_FOR_SCRIPTS: ReadonlySet<ErrorCode> = new Set([
	'E_INTERNAL',
	'E_NO_WINDOW',
	'E_WINDOW_GONE',
	'E_UNAUTHORIZED',
]);

/** Characters of the output that stand in the message; details have more. */
const SHOWN_OUTPUT = 600;

/** The failure of a script in the words of the table. A code of its own goes along in the message and in details. */
export function scriptError(tool: string, failure: ScriptFailure, output: string): ToolError {
	const { message, code, hint, details, stack } = failure;
	const given = { ...(hint !== undefined && { hint }) };
	if (isErrorCode(code) && !NOT_FOR_SCRIPTS.has(code)) {
		return new ToolError(code, message, { ...given, ...(details && { details }) });
	}
	const own = code !== undefined && /^E_[A-Z0-9_]+$/.test(code) ? { code } : undefined;
	const what = `${tool}: ${own ? `${own.code}: ` : ''}${message}`;
	// Whoever shows only the message shows at least where it happened, or what the script said last.
	const where = stack === undefined ? output.slice(-SHOWN_OUTPUT) : firstFrame(stack);
	return new ToolError('E_CUSTOM_TOOL_FAILED', where === '' ? what : `${what}\n${where}`, {
		...given,
		details: { ...details, ...own, ...(stack !== undefined && { stack }), ...(output !== '' && { output }) },
	});
}

function firstFrame(stack: string): string {
	return (
		stack
			.split('\n')
			.find(line => /^\s+at /.test(line))
			?.trim() ?? ''
	);
}

import { ERROR_CODES, type ErrorCode, isErrorCode } from './error-codes.ts';

export interface ToolErrorFields {
	hint?: string;
	/** Facts a program can act on, such as the candidates of an ambiguous name. */
	details?: Record<string, unknown>;
	cause?: unknown;
}

export class ToolError extends Error {
	override readonly name = 'ToolError';
	readonly code: ErrorCode;
	readonly hint: string;
	readonly details: Record<string, unknown>;

	constructor(code: ErrorCode, message: string, { hint, details = {}, cause }: ToolErrorFields = {}) {
		super(message, { cause });
		this.code = code;
		this.hint = hint ?? ERROR_CODES[code].hint;
		this.details = details;
	}
}

/** Compares the shape, not the class: the extension and the CLI each bundle their own copy of this file. */
export function isToolError(value: unknown): value is ToolError {
	return value instanceof Error && value.name === 'ToolError' && 'code' in value && isErrorCode(value.code);
}

import type { ErrorCode } from '../errors/error-codes.ts';

/** The ways in. A call of `custom` is made by the script of a custom tool, within the call of that tool. */
export type Surface = 'mcp' | 'stdio' | 'cli' | 'forward' | 'language-model' | 'rest' | 'files' | 'custom';

/** One finished call. Arguments and answers stay out of the log: they may hold what the user would not want in a file. */
export interface CallRecord {
	requestId: string;
	tool: string;
	surface: Surface;
	timestamp: string;
	duration: number;
	outcome: 'ok' | ErrorCode;
}

export interface CallLog {
	finished(record: CallRecord): void;
	/** A defect of ours: the stack belongs into the log and nowhere else. */
	defect(requestId: string, cause: unknown): void;
}

import type { ErrorCode } from '../errors/error-codes.ts';

export interface Meta {
	requestId: string;
	/** When the call began, ISO 8601. */
	timestamp: string;
	/** Milliseconds. */
	duration: number;
	/** The number of secrets taken out of the answer; present only when there were some. */
	redacted?: number;
	/** Folders of the answer's paths; present only for names of systems that use absolute paths. */
	folders?: readonly FolderPlace[];
}

export interface FolderPlace {
	name: string;
	path: string;
}

export interface Success {
	ok: true;
	type: 'success';
	data: Record<string, unknown>;
	meta: Meta;
}

export interface Failure {
	ok: false;
	type: 'error';
	error: { code: ErrorCode; message: string; hint: string; details: Record<string, unknown> };
	meta: Meta;
}

/** The one answer of every surface: MCP's structuredContent, the link, the CLI's --json and the file bridge carry it unchanged. */
export type Envelope = Success | Failure;

/** An envelope and the same answer as text for a reader. */
export interface Reply {
	envelope: Envelope;
	text: string;
}

export function failureText({ code, message, hint }: Failure['error']): string {
	return `[${code}] ${message}\n${hint}`;
}

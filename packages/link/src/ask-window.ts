import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { DeadEntry } from './call-window.ts';
import type { ConnectionFailure } from './http-connection.ts';
import type { WindowEntry } from './window-entry.ts';
import type { WindowHttp } from './window-http.ts';

/** Where a window tells of the calls that have ended in it, as NDJSON. */
export const LOG_PATH = '/log';
/** The same, and each call from then on. */
export const FOLLOW_LOG_PATH = '/log/follow';
/** Where a window is told which files an agent has just written with tools of its own. */
export const WRITTEN_PATH = '/written';

/** Where a window is told of an agent that has connected and has not called yet. */
export const CONNECTED_PATH = '/connected';

/** Where a window tells what Codex asked another window about it; the query has `workspaceRoot`. */
export const CODEX_CONTEXT_PATH = '/native-ide/codex';

/** The answer to `GET /health`. */
export interface WindowHealth {
	id: string;
	version: string;
	pid: number;
	port: number;
	folders: readonly string[];
	focused: boolean;
	trusted: boolean;
	/** Which agents find the window by their own IDE protocols. */
	nativeIde?: readonly object[];
}

/** Asks whether the window is there. Rejects with DeadEntry when it does not answer within `limit` milliseconds as itself. */
export async function askHealth(http: WindowHttp, entry: WindowEntry, limit = 2000): Promise<WindowHealth> {
	const { status, windowId, body } = await get(http, entry, '/health', limit);
	if (status !== 200 || windowId !== entry.id || !isHealth(body)) {
		throw new DeadEntry(entry);
	}
	return body;
}

/** The raw answer to a GET: for what explains a refusal rather than only reporting it. */
export function get(
	http: WindowHttp,
	entry: WindowEntry,
	path: string,
	limit: number,
): Promise<{ status: number; windowId: string | undefined; body: unknown }> {
	return new Promise((resolve, reject) => {
		const pieces: Buffer[] = [];
		let status = 0;
		let windowId: string | undefined;
		const fail = (reason?: ConnectionFailure) => {
			clearTimeout(timer);
			reject(new DeadEntry(entry, reason));
		};
		const giveUp = http.send(
			entry,
			{ method: 'GET', path },
			{
				head(code, headers) {
					status = code;
					windowId = headers.get('hawser-window');
				},
				body: bytes => void pieces.push(bytes),
				end() {
					clearTimeout(timer);
					resolve({ status, windowId, body: parseJson(Buffer.concat(pieces).toString('utf8')) });
				},
				fail,
			},
		);
		const timer = setTimeout(() => {
			giveUp();
			fail();
		}, limit);
	});
}

/** What the hook of an agent says: a claim, as the name of an agent is. */
export interface WrittenFiles {
	client: string;
	/** Absolute paths. */
	files: readonly string[];
}

export function tellWritten(http: WindowHttp, entry: WindowEntry, written: WrittenFiles): Promise<void> {
	return tell(http, entry, WRITTEN_PATH, written);
}

/** An agent as its calls will name it. */
export interface ConnectedClient {
	agent: string;
	client: AgentClaim;
}

export function tellConnected(http: WindowHttp, entry: WindowEntry, connected: ConnectedClient): Promise<void> {
	return tell(http, entry, CONNECTED_PATH, connected);
}

/** Rejects with DeadEntry when nobody takes it. Whoever calls sets the limit in time. */
function tell(http: WindowHttp, entry: WindowEntry, path: string, message: object): Promise<void> {
	return new Promise((resolve, reject) => {
		http.send(
			entry,
			{ method: 'POST', path, body: JSON.stringify(message) },
			{
				head: () => undefined,
				body: () => undefined,
				end: resolve,
				fail: reason => reject(new DeadEntry(entry, reason)),
			},
		);
	});
}

function isHealth(value: unknown): value is WindowHealth {
	return (
		isRecord(value) && value['ok'] === true && typeof value['id'] === 'string' && typeof value['version'] === 'string'
	);
}

import { isRecord } from '@hawser/core/data/plain-data.ts';
import { DeadEntry } from './call-window.ts';
import type { ConnectionFailure } from './http-connection.ts';
import type { WindowEntry } from './window-entry.ts';
import type { WindowHttp } from './window-http.ts';

/** The answer to `GET /health`. */
export interface WindowHealth {
	id: string;
	version: string;
	pid: number;
	port: number;
	folders: readonly string[];
	focused: boolean;
	trusted: boolean;
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

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isHealth(value: unknown): value is WindowHealth {
	return (
		isRecord(value) && value['ok'] === true && typeof value['id'] === 'string' && typeof value['version'] === 'string'
	);
}

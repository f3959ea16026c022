import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { sendRaw } from './raw-http.ts';

interface Reply {
	envelope: { ok: boolean; data?: unknown; error?: { code: string; message: string; details: unknown } };
	text: string;
}

/** One call as `hawser call --json` makes it: the answer has the data also of tools that answer agents in plain text. */
export async function callWindow(
	{ port, token }: Pick<WindowEntry, 'port' | 'token'>,
	tool: string,
	input: Record<string, unknown> = {},
): Promise<Reply> {
	const { body } = await sendRaw({
		port,
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
		body: JSON.stringify({ tool, input }),
	});
	return (body as { reply: Reply }).reply;
}

/** The data of a call that must be a success; the error of one that is not says what an agent reads. */
export async function callWindowForData<Data = Record<string, unknown>>(
	window: Pick<WindowEntry, 'port' | 'token'>,
	tool: string,
	input: Record<string, unknown> = {},
): Promise<Data> {
	const { envelope, text } = await callWindow(window, tool, input);
	if (!envelope.ok) {
		throw new Error(`${tool}: ${text}`);
	}
	return envelope.data as Data;
}

import type { WindowEntry } from '@hawser/link/window-entry.ts';
import {
	type CallToolResult,
	type Client,
	type ClientOptions,
	SSEClientTransport,
	StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { installedCli } from './installed-cli.ts';
import { PatientClient } from './patient-client.ts';

type Negotiation = NonNullable<ClientOptions['versionNegotiation']>['mode'];

/** Every way in which the SDK's client opens a conversation. */
export const ERAS: readonly { era: string; mode: Negotiation }[] = [
	{ era: 'session-based', mode: 'legacy' },
	{ era: 'negotiated', mode: 'auto' },
	{ era: 'stateless', mode: { pin: '2026-07-28' } },
];

/** `client` is the name that it gives itself: agents are shown other tools, and other answers, than programs. */
export async function connectHttp(
	{ port, token }: WindowEntry,
	mode: Negotiation = 'legacy',
	{ client: name = 'test', query = '' }: { client?: string; query?: string } = {},
): Promise<Client> {
	const client = new PatientClient({ name, version: '1' }, { versionNegotiation: { mode } });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp${query}`), { requestInit: { headers } }),
	);
	return client;
}

/** By the transport of 2024-11-05, which a window serves when it is told to. */
export async function connectSse({ port, token }: WindowEntry): Promise<Client> {
	const client = new PatientClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
	const authProvider = { token: () => Promise.resolve(token) };
	await client.connect(new SSEClientTransport(new URL(`http://127.0.0.1:${port}/sse`), { authProvider }));
	return client;
}

export interface StdioOptions {
	env: Record<string, string>;
	cwd: string;
	args?: readonly string[];
	/** A program that starts it in other surroundings, with its arguments. */
	prefix?: readonly string[];
	mode?: Negotiation;
	/** The name that it gives itself. */
	client?: string;
}

/** Starts `hawser mcp` from the packed tarball, as an agent would. */
export async function connectStdio({
	env,
	cwd,
	args = [],
	prefix = [],
	mode = 'legacy',
	client: name = 'test',
}: StdioOptions): Promise<Client> {
	const client = new PatientClient({ name, version: '1' }, { versionNegotiation: { mode } });
	const [command = '', ...rest] = [...prefix, process.execPath, installedCli(), 'mcp', ...args];
	await client.connect(new StdioClientTransport({ command, args: rest, env, cwd }));
	return client;
}

export async function call(client: Client, tool: string, input: Record<string, unknown> = {}): Promise<CallToolResult> {
	return client.callTool({ name: tool, arguments: input });
}

export function textOf({ content }: CallToolResult): string {
	return content.map(part => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
}

/** The data of an answer that must be a success; the error of one that is not says what an agent reads. */
export function dataOf(result: CallToolResult): Record<string, unknown> {
	const envelope = result.structuredContent as { ok: boolean; data?: Record<string, unknown> } | undefined;
	if (envelope?.ok !== true || envelope.data === undefined) {
		throw new Error(textOf(result));
	}
	return envelope.data;
}

export async function callForData<Data = Record<string, unknown>>(
	client: Client,
	tool: string,
	input: Record<string, unknown> = {},
): Promise<Data> {
	return dataOf(await call(client, tool, input)) as Data;
}

export async function callForText(client: Client, tool: string, input: Record<string, unknown> = {}): Promise<string> {
	return textOf(await call(client, tool, input));
}

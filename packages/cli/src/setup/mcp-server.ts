/** The server entry by which a client reaches Hawser. */
export type McpServer = StdioServer | HttpServer;

export interface StdioServer {
	transport: 'stdio';
	command: string;
	args: readonly string[];
	/** Empty unless Hawser could not find its windows without it. */
	env: Readonly<Record<string, string>>;
}

export interface HttpServer {
	transport: 'http';
	url: string;
	headers: Readonly<Record<string, string>>;
}

/** The name that every client is told. */
export const SERVER_NAME = 'hawser';

const OWN_URL = /^https?:\/\/(localhost|127\.0\.0\.1):\d+\/mcp(\?\S*)?$/;
const OWN_PROGRAM = /(^|[\\/])hawser(\.(js|cmd|exe))?$/;

/** Reads the transport of an entry; undefined when the entry is another server that took the name. */
export function ownTransport(entry: unknown): McpServer['transport'] | undefined {
	const words = [...stringsIn(entry)];
	if (words.some(word => OWN_URL.test(word))) {
		return 'http';
	}
	return words.includes('mcp') && words.some(word => OWN_PROGRAM.test(word)) ? 'stdio' : undefined;
}

function* stringsIn(value: unknown): Generator<string> {
	if (typeof value === 'string') {
		yield value;
	} else if (typeof value === 'object' && value !== null) {
		for (const inner of Object.values(value)) {
			yield* stringsIn(inner);
		}
	}
}

import { connection, isSame, type McpOffer, type ServerAddress } from './mcp-offer.ts';
import { MCP_SERVER } from './names.ts';

/** `vscode.cursor.mcp`, which only Cursor has. */
export interface CursorMcp {
	registerServer: (config: CursorServer) => void;
	unregisterServer: (name: string) => void;
}

export interface CursorServer {
	name: string;
	server: { url: string; headers: Record<string, string> };
}

/** Undefined in every other editor. */
export function cursorMcp(api: object): CursorMcp | undefined {
	const cursor: unknown = Reflect.get(api, 'cursor');
	const mcp: unknown = typeof cursor === 'object' && cursor !== null ? Reflect.get(cursor, 'mcp') : undefined;
	return isCursorMcp(mcp) ? mcp : undefined;
}

function isCursorMcp(value: unknown): value is CursorMcp {
	return (
		typeof value === 'object' &&
		value !== null &&
		'registerServer' in value &&
		typeof value.registerServer === 'function' &&
		'unregisterServer' in value &&
		typeof value.unregisterServer === 'function'
	);
}

/** Cursor has an interface of its own, and its chat knows no other. */
export function offerToCursor({ registerServer, unregisterServer }: CursorMcp): McpOffer {
	let current: ServerAddress | undefined;
	const offer = (address: ServerAddress | undefined) => {
		if (isSame(current, address)) {
			return;
		}
		if (current) {
			unregisterServer(MCP_SERVER);
		}
		current = address;
		if (address) {
			registerServer({ name: MCP_SERVER, server: connection(address) });
		}
	};
	return { offer, dispose: () => offer(undefined) };
}

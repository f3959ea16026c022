/** A message that a client sent to Hawser, reduced to what tells how it speaks. */
export interface SentMessage {
	method: string;
	/** The version of the protocol that the message names: in the handshake, or in every message of the modern era. */
	version?: string;
}

/** One message or a batch as it was sent; anything else is passed over. */
export function readSent(text: string): SentMessage[] {
	const parsed: unknown = parse(text);
	const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	return messages.flatMap(message => {
		const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> };
		if (typeof method !== 'string') {
			return [];
		}
		const meta = params?.['_meta'] as Record<string, unknown> | undefined;
		const version = meta?.['io.modelcontextprotocol/protocolVersion'] ?? params?.['protocolVersion'];
		return [{ method, ...(typeof version === 'string' && { version }) }];
	});
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Era and version of a conversation, such as `2026-07-28 (stateless)`. */
export function describeEra(sent: readonly SentMessage[]): string {
	const greeting = sent.find(({ method }) => method === 'initialize');
	const call = sent.find(({ method }) => method === 'tools/call');
	if (call === undefined) {
		return 'no call';
	}
	return call.version === undefined
		? `${greeting?.version ?? 'unknown'} (session)`
		: `${call.version} (stateless${greeting === undefined ? '' : ' after a handshake'})`;
}

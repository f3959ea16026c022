const REVISION = '2025-11-25';

export interface EventStream {
	status: number;
	/** The next piece of the stream; undefined at its end. */
	next(): Promise<string | undefined>;
	leave(): void;
}

/** A client that does by hand what the suite leaves to its SDK. Nothing takes longer than the given time. */
export async function openLegacySession(url: string, timeLimit: number) {
	const headers = new Headers({
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
		'mcp-protocol-version': REVISION,
	});
	const ask = (init: RequestInit) => fetch(url, { headers, signal: AbortSignal.timeout(timeLimit), ...init });

	async function post(message: object): Promise<Response> {
		const response = await ask({ method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
		await response.text();
		return response;
	}

	async function listen(): Promise<EventStream> {
		const left = new AbortController();
		const signal = AbortSignal.any([left.signal, AbortSignal.timeout(timeLimit)]);
		const { status, body } = await ask({ signal });
		const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
		return { status, next: async () => (await reader?.read())?.value, leave: () => left.abort() };
	}

	const clientInfo = { name: 'legacy-session', version: '1.0.0' };
	const params = { protocolVersion: REVISION, capabilities: {}, clientInfo };
	const { headers: given } = await post({ id: 'first', method: 'initialize', params });
	headers.set('mcp-session-id', given.get('mcp-session-id') ?? '');
	await post({ method: 'notifications/initialized' });
	return { post, listen, end: () => ask({ method: 'DELETE' }) };
}

import { request } from 'node:http';

export interface RawAnswer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
}

export interface RawRequest {
	port: number;
	path?: string;
	method?: string;
	headers?: Record<string, string>;
	body?: string;
}

/** The text itself where it is no JSON: a stream of events, or a page. */
function parsed(text: string): unknown {
	try {
		return text === '' ? undefined : JSON.parse(text);
	} catch {
		return text;
	}
}

/** One request exactly as given, Host and all: fetch would not let a test send a foreign one. */
export function sendRaw({ port, path = '/call', method = 'POST', headers = {}, body }: RawRequest): Promise<RawAnswer> {
	return new Promise((resolve, reject) => {
		const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, response => {
			let text = '';
			response.setEncoding('utf8');
			response.on('data', (chunk: string) => (text += chunk));
			response.on('end', () => {
				const last = text.trim().split('\n').at(-1) ?? '';
				resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed(last) });
			});
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

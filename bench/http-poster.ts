import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

export interface Poster {
	post(body: string): Promise<string>;
	close(): void;
}

/** The plainest client there is: one connection that stays open, one POST at a time. */
export function createPoster(port: number, path: string, headers: OutgoingHttpHeaders = {}): Poster {
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	return {
		post: body =>
			new Promise((resolve, reject) => {
				const outgoing = request(
					{
						host: '127.0.0.1',
						port,
						path,
						agent,
						method: 'POST',
						headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
					},
					response => {
						let text = '';
						response.setEncoding('utf8');
						response.on('data', (chunk: string) => (text += chunk));
						response.on('end', () =>
							response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode}: ${text}`)),
						);
					},
				);
				outgoing.on('error', reject);
				outgoing.end(body);
			}),
		close: () => agent.destroy(),
	};
}

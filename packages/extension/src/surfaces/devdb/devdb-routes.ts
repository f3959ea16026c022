import type { Exchange, Route } from '../http/window-server.ts';
import type { DevdbAnswers } from './devdb-answers.ts';

/** DevDB's endpoints, for this window's own project. What answers them is loaded by the first request. */
export function devdbRoutes(answers: () => Promise<DevdbAnswers>): readonly Route[] {
	const route = (method: 'GET' | 'POST', path: string, endpoint: keyof DevdbAnswers): Route => ({
		path,
		methods: [method],
		answer: async (exchange: Exchange) => (await answers())[endpoint](exchange),
	});
	return [
		route('GET', '/tables', 'tables'),
		route('GET', '/tables/:name/schema', 'schema'),
		route('POST', '/query', 'query'),
		route('GET', '/database-type', 'databaseType'),
	];
}

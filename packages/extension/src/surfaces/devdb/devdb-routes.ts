import type { Exchange, Route } from '../http/window-server.ts';
import type { DevdbAnswers } from './devdb-answers.ts';

const HINT =
	'To let every program on this machine in without a token, the user can set hawser.devdb.requireToken to false.';

/** DevDB's endpoints, for this window's own project. What answers them is loaded by the first request. */
export function devdbRoutes(answers: () => Promise<DevdbAnswers>, requireToken: () => boolean): readonly Route[] {
	const route = (method: 'GET' | 'POST', path: string, endpoint: keyof DevdbAnswers): Route => ({
		path,
		methods: [method],
		withoutToken: { allowed: () => !requireToken(), hint: HINT },
		answer: async (exchange: Exchange) => (await answers())[endpoint](exchange),
	});
	return [
		route('GET', '/tables', 'tables'),
		route('GET', '/tables/:name/schema', 'schema'),
		route('POST', '/query', 'query'),
		route('GET', '/database-type', 'databaseType'),
	];
}

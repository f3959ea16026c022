import { formatReply } from '@hawser/core/contract/dialect-format.ts';
import type { Failure } from '@hawser/core/contract/envelope.ts';
import { devdbFormat, meansNoDatabase } from '@hawser/core/dialects/devdb-format.ts';
import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { cancelledWhenGone } from '../http/client-gone.ts';
import { sendJson } from '../http/refusal.ts';
import type { Exchange } from '../http/window-server.ts';

type Endpoint = (exchange: Exchange) => Promise<void>;

export interface DevdbAnswers {
	tables: Endpoint;
	schema: Endpoint;
	query: Endpoint;
	databaseType: Endpoint;
}

type Problem = Pick<Failure['error'], 'code' | 'message'>;

const NO_DATABASE = 'No DB connected';

/** Characters of an answer: a program takes all of it, so that only memory is the limit. */
const WHOLE = 64_000_000;

/** Bodies and status codes as DevDB has them. `reason` is ours: DevDB gives one sentence for everything. */
export function createDevdbAnswers(runtime: Runtime): DevdbAnswers {
	const answer = async (
		{ response, common }: Exchange,
		call: { tool: string; input?: Record<string, unknown>; as: string; failed?: (problem: Problem) => string },
	): Promise<void> => {
		const { tool, input = {}, as, failed = ({ message }) => message } = call;
		const signal = cancelledWhenGone(response);
		const formatted = formatReply(
			devdbFormat,
			tool,
			input,
			await runtime.invoke(tool, input, { surface: 'rest', signal, budget: WHOLE }),
		);
		if ('answer' in formatted) {
			const { value, note } = formatted.answer;
			sendJson(response, 200, { [as]: value, ...(note !== undefined && { note }) }, common);
			return;
		}
		const { code, message } = formatted.failure;
		const error = meansNoDatabase(code) ? NO_DATABASE : failed(formatted.failure);
		// DevDB's own client reads `message` where its server wrote `error`, so both are there.
		sendJson(response, 500, { error, message: error, reason: `[${code}] ${message}` }, common);
	};

	return {
		tables: exchange => answer(exchange, { tool: 'get-tables', as: 'tables' }),
		schema: exchange =>
			answer(exchange, { tool: 'get-schema', input: { table: exchange.parameters['name'] }, as: 'schema' }),
		databaseType: exchange => answer(exchange, { tool: 'get-database-type', as: 'type' }),
		async query(exchange) {
			const query = queryOf(exchange.body);
			if (query === undefined) {
				sendJson(exchange.response, 400, { error: 'Query is required' }, exchange.common);
				return;
			}
			const failed = ({ message }: Problem) => `Error running query: ${message}`;
			await answer(exchange, { tool: 'run-query', input: { query }, as: 'result', failed });
		},
	};
}

function queryOf(body: unknown): string | undefined {
	const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
	return typeof query === 'string' && query !== '' ? query : undefined;
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropicMessages } from './anthropic-messages.ts';
import { geminiContent } from './gemini-content.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import { type Answer, type Body, isBody, type OfferedTool, type Turn, type WireFormat } from './wire-format.ts';

const FORMATS: readonly WireFormat[] = [anthropicMessages, openaiResponses, openaiChat, geminiContent];

/** A model on loopback that calls one tool and then repeats what it was told. */
export interface MadeUpModel extends AsyncDisposable {
	url: string;
	/** Names the call that the next agent is made to do, and forgets what the last one did. */
	order(tool: string, input: Record<string, unknown>): void;
	/** The results of the call exactly as the model is told them; empty while it has not been told. */
	readonly told: readonly unknown[];
	/** Tools that were offered in the last request that offered any. */
	readonly offered: readonly string[];
	/** The first request that offered tools, as it was sent: what a model pays for before it has done anything. */
	readonly firstRequest: string;
	/** Every request that offered tools, as it was sent. */
	readonly requests: readonly string[];
	/** Every request, for the message of a test that fails. */
	readonly log: readonly string[];
}

/** By which Claude Code lets a model load tools that it was only told the names of. */
const SEARCH_TOOL = 'ToolSearch';

/** Agents print what the model says last: it begins with this. */
export const ECHO = 'THE TOOL SAID ';

export async function startModel(): Promise<MadeUpModel> {
	let wanted = { tool: '', input: {} };
	let told: readonly unknown[] = [];
	let offered: readonly string[] = [];
	let requests: string[] = [];
	let searched = false;
	let log: string[] = [];

	function nextTurn(tools: readonly OfferedTool[], results: readonly unknown[], smallTalk: string): Turn {
		if (tools.length > 0) {
			offered = tools.map(({ name, namespace }) => (namespace === undefined ? name : `${namespace} ${name}`));
		}
		const tool = tools.find(({ name }) => name.endsWith(wanted.tool));
		const search = tools.find(({ name }) => name === SEARCH_TOOL);
		if (tool === undefined && search !== undefined && wanted.tool !== '' && !searched) {
			searched = true;
			return { kind: 'call', tool: search, input: { query: wanted.tool, max_results: 5 } };
		}
		const answers = results.slice(searched ? 1 : 0);
		if (answers.length > 0 || (searched && tool === undefined)) {
			told = answers;
			return { kind: 'say', text: `${ECHO}${JSON.stringify(answers)}` };
		}
		return tool === undefined ? { kind: 'say', text: smallTalk } : { kind: 'call', tool, input: wanted.input };
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const path = new URL(request.url ?? '/', 'http://model').pathname;
		log.push(`${request.method ?? ''} ${path}`);
		const body = await readBody(request);
		const format = FORMATS.find(({ serves }) => serves(path));
		if (format !== undefined) {
			const { tools, results } = format.read(body);
			if (tools.length > 0) {
				requests.push(JSON.stringify(body));
			}
			send(response, format.write(nextTurn(tools, results, format.smallTalk), { body, path }));
		} else if (/count_?tokens/i.test(path)) {
			send(response, { json: { input_tokens: 1, totalTokens: 1 } });
		} else {
			response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
		}
	}

	const server = createServer((request, response) => {
		answer(request, response).catch((cause: unknown) => {
			log.push(String(cause));
			response.destroy();
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	return {
		url: `http://127.0.0.1:${port}`,
		order(tool, input) {
			wanted = { tool, input };
			told = [];
			offered = [];
			requests = [];
			searched = false;
			log = [];
		},
		get told() {
			return told;
		},
		get offered() {
			return offered;
		},
		get firstRequest() {
			return requests[0] ?? '';
		},
		get requests() {
			return requests;
		},
		get log() {
			return log;
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}

async function readBody(request: IncomingMessage): Promise<Body> {
	const pieces: Buffer[] = [];
	for await (const piece of request) {
		pieces.push(piece as Buffer);
	}
	const text = Buffer.concat(pieces).toString('utf8');
	const body: unknown = text === '' ? {} : JSON.parse(text);
	return isBody(body) ? body : {};
}

function send(response: ServerResponse, answer: Answer): void {
	if ('json' in answer) {
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json));
		return;
	}
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const { name, data } of answer.events) {
		response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
	}
	response.end();
}

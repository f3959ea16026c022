import {
	acceptedContent,
	type CallToolResult,
	CLIENT_CAPABILITIES_META_KEY,
	type ClientCapabilities,
	inputRequired,
	inputResponse,
	type McpServer,
} from '@modelcontextprotocol/server';
import { askModel, userName } from './questions.ts';

/** The SDK declares the envelope without its keys. */
interface Envelope {
	[CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
}

/** Tools whose first answer is a question, and which remember nothing between the rounds. */
export function registerInputRequiredTools(server: McpServer): void {
	server.registerTool('test_input_required_result_elicitation', { description: 'Asks for a name.' }, ({ mcpReq }) => {
		const given = acceptedContent(mcpReq.inputResponses, 'user_name', userName);
		if (given) {
			return say(`Hello, ${given.name}!`);
		}
		const question = { message: 'What is your name?', requestedSchema: userName };
		return inputRequired({ inputRequests: { user_name: inputRequired.elicit(question) } });
	});

	server.registerTool('test_input_required_result_sampling', { description: 'Asks the model.' }, ({ mcpReq }) => {
		const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
		return answer.kind === 'sampling'
			? say(JSON.stringify(answer.result.content))
			: inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
	});

	server.registerTool('test_input_required_result_list_roots', { description: 'Asks for the roots.' }, ({ mcpReq }) => {
		const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
		return answer.kind === 'roots'
			? say(answer.roots.map(({ uri }) => uri).join('\n'))
			: inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
	});

	server.registerTool(
		'test_input_required_result_capabilities',
		{ description: 'Asks in whatever way the client can answer.' },
		({ mcpReq }) => {
			const envelope: Envelope | undefined = mcpReq.envelope;
			const can = envelope?.[CLIENT_CAPABILITIES_META_KEY];
			const question = { message: 'What is your name?', requestedSchema: userName };
			return inputRequired({
				inputRequests: {
					...(can?.sampling && { greeting: askModel('Generate a greeting') }),
					...(can?.elicitation && { user_name: inputRequired.elicit(question) }),
				},
			});
		},
	);

	server.registerTool('test_missing_capability', { description: 'Needs the model of the client.' }, () =>
		inputRequired({ inputRequests: { question: askModel('Are you there?') } }),
	);

	server.registerTool(
		'test_streaming_elicitation',
		{ description: 'Asks after a sign of life.' },
		async ({ mcpReq }) => {
			// Sent first, so that the answer becomes a stream.
			await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: 'streaming', progress: 0 } });
			const question = { message: 'What is your name?', requestedSchema: userName };
			return inputRequired({ inputRequests: { user_name: inputRequired.elicit(question) } });
		},
	);
}

function say(text: string): CallToolResult {
	return { content: [{ type: 'text', text }] };
}

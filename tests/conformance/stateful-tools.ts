import {
	acceptedContent,
	type CallToolResult,
	inputRequired,
	inputResponse,
	type McpServer,
	type RequestStateCodec,
} from '@modelcontextprotocol/server';
import { askModel, confirmation, favouriteColor, userName } from './questions.ts';

interface State {
	tool: string;
	name?: string;
}

/** Tools that ask, and give the client a sealed state to carry to the next round. */
export function registerStatefulTools(server: McpServer, states: RequestStateCodec): void {
	for (const tool of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
		server.registerTool(tool, { description: 'Asks for a confirmation.' }, async ({ mcpReq }) => {
			const given = acceptedContent(mcpReq.inputResponses, 'confirm', confirmation);
			if (given && mcpReq.requestState<State>()?.tool === tool) {
				return say('state-ok');
			}
			const question = { message: 'Please confirm', requestedSchema: confirmation };
			return inputRequired({
				inputRequests: { confirm: inputRequired.elicit(question) },
				requestState: await states.mint({ tool } satisfies State),
			});
		});
	}

	registerMultipleInputs(server, states);
	registerMultiRound(server, states);
}

function registerMultipleInputs(server: McpServer, states: RequestStateCodec): void {
	const tool = 'test_input_required_result_multiple_inputs';
	server.registerTool(tool, { description: 'Asks three things at once.' }, async ({ mcpReq }) => {
		const given = acceptedContent(mcpReq.inputResponses, 'user_name', userName);
		const greeting = inputResponse(mcpReq.inputResponses, 'greeting');
		const roots = inputResponse(mcpReq.inputResponses, 'client_roots');
		const state = mcpReq.requestState<State>();
		if (given && greeting.kind === 'sampling' && roots.kind === 'roots' && state?.tool === tool) {
			return say(`${given.name}: ${JSON.stringify(greeting.result.content)}, roots: ${roots.roots.length}`);
		}
		const question = { message: 'What is your name?', requestedSchema: userName };
		return inputRequired({
			inputRequests: {
				user_name: inputRequired.elicit(question),
				greeting: askModel('Generate a greeting'),
				client_roots: inputRequired.listRoots(),
			},
			requestState: await states.mint({ tool } satisfies State),
		});
	});
}

function registerMultiRound(server: McpServer, states: RequestStateCodec): void {
	const tool = 'test_input_required_result_multi_round';
	server.registerTool(tool, { description: 'Asks one thing after the other.' }, async ({ mcpReq }) => {
		const state = mcpReq.requestState<State>();
		const color = acceptedContent(mcpReq.inputResponses, 'step2', favouriteColor);
		if (color && state?.name !== undefined) {
			return say(`${state.name} likes ${color.color}.`);
		}
		const user = acceptedContent(mcpReq.inputResponses, 'step1', userName);
		if (user && state?.tool === tool) {
			const question = { message: 'Step 2: What is your favorite color?', requestedSchema: favouriteColor };
			return inputRequired({
				inputRequests: { step2: inputRequired.elicit(question) },
				requestState: await states.mint({ tool, name: user.name } satisfies State),
			});
		}
		const question = { message: 'Step 1: What is your name?', requestedSchema: userName };
		return inputRequired({
			inputRequests: { step1: inputRequired.elicit(question) },
			requestState: await states.mint({ tool } satisfies State),
		});
	});
}

function say(text: string): CallToolResult {
	return { content: [{ type: 'text', text }] };
}

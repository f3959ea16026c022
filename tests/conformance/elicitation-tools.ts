import {
	type CallToolResult,
	type ElicitRequestFormParams,
	type InputRequiredResult,
	inputRequired,
	inputResponse,
	type McpServer,
	type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

type Form = ElicitRequestFormParams['requestedSchema'];

const CONTACT: Form = {
	type: 'object',
	properties: {
		username: { type: 'string', description: "User's response" },
		email: { type: 'string', description: "User's email address" },
	},
	required: ['username', 'email'],
};

const DEFAULTS: Form = {
	type: 'object',
	properties: {
		name: { type: 'string', default: 'John Doe' },
		age: { type: 'integer', default: 30 },
		score: { type: 'number', default: 95.5 },
		status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
		verified: { type: 'boolean', default: true },
	},
};

const CHOICES = [
	{ const: 'value1', title: 'First Choice' },
	{ const: 'value2', title: 'Second Choice' },
	{ const: 'value3', title: 'Third Choice' },
];

const ENUMS: Form = {
	type: 'object',
	properties: {
		untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
		titledSingle: { type: 'string', oneOf: CHOICES },
		legacyEnum: {
			type: 'string',
			enum: ['opt1', 'opt2', 'opt3'],
			enumNames: ['Option One', 'Option Two', 'Option Three'],
		},
		untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
		titledMulti: { type: 'array', items: { anyOf: CHOICES } },
	},
};

/**
 * Questions of the older era, where the server sends them as requests in the middle of a call. The tools are written for both
 * eras; that the questions find their way through a session is what the scenarios look at.
 */
export function registerElicitationTools(server: McpServer): void {
	server.registerTool(
		'test_elicitation',
		{ description: 'Asks the user for name and address.', inputSchema: z.object({ message: z.string() }) },
		({ message }, context) => ask(message, CONTACT, context),
	);

	server.registerTool('test_elicitation_sep1034_defaults', { description: 'Asks with a default for all.' }, context =>
		ask('Please confirm or change these values.', DEFAULTS, context),
	);

	server.registerTool('test_elicitation_sep1330_enums', { description: 'Asks with choices of all kinds.' }, context =>
		ask('Please choose.', ENUMS, context),
	);

	server.registerTool(
		'test_sampling',
		{ description: 'Asks the model of the client.', inputSchema: z.object({ prompt: z.string() }) },
		({ prompt }, { mcpReq }) => {
			const answer = inputResponse(mcpReq.inputResponses, 'answer');
			if (answer.kind === 'sampling') {
				return say(`LLM response: ${JSON.stringify(answer.result.content)}`);
			}
			const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
			return inputRequired({ inputRequests: { answer: inputRequired.createMessage({ messages, maxTokens: 100 }) } });
		},
	);
}

function ask(message: string, requestedSchema: Form, { mcpReq }: ServerContext): CallToolResult | InputRequiredResult {
	const answer = inputResponse(mcpReq.inputResponses, 'answer');
	if (answer.kind === 'elicit') {
		return say(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
	}
	return inputRequired({ inputRequests: { answer: inputRequired.elicit({ message, requestedSchema }) } });
}

function say(text: string): CallToolResult {
	return { content: [{ type: 'text', text }] };
}

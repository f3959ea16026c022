import {
	acceptedContent,
	completable,
	type GetPromptResult,
	inputRequired,
	type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { RED_PIXEL_PNG } from './fixture-media.ts';

type Content = GetPromptResult['messages'][number]['content'];

const context = z.object({ context: z.string() });

export function registerPrompts(server: McpServer): void {
	server.registerPrompt('test_simple_prompt', { description: 'A prompt without arguments.' }, () =>
		userSays(text('This is a simple prompt for testing.')),
	);

	server.registerPrompt(
		'test_prompt_with_arguments',
		{
			description: 'A prompt that repeats its two arguments.',
			argsSchema: z.object({
				arg1: completable(z.string().describe('First test argument'), value =>
					['paris', 'park', 'party', 'test'].filter(word => word.startsWith(value)),
				),
				arg2: z.string().describe('Second test argument'),
			}),
		},
		({ arg1, arg2 }) => userSays(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
	);

	server.registerPrompt(
		'test_prompt_with_embedded_resource',
		{
			description: 'A prompt that carries a resource.',
			argsSchema: z.object({ resourceUri: z.string().describe('URI of the resource to embed') }),
		},
		({ resourceUri: uri }) =>
			userSays(
				{
					type: 'resource',
					resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
				},
				text('Please process the embedded resource above.'),
			),
	);

	server.registerPrompt('test_prompt_with_image', { description: 'A prompt that carries an image.' }, () =>
		userSays({ type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png' }, text('Please analyze the image above.')),
	);

	server.registerPrompt(
		'test_input_required_result_prompt',
		{ description: 'A prompt that asks for its context first.' },
		({ mcpReq }) => {
			const given = acceptedContent(mcpReq.inputResponses, 'user_context', context);
			if (given) {
				return userSays(text(`Use this context: ${given.context}`));
			}
			const question = { message: 'What context should the prompt use?', requestedSchema: context };
			return inputRequired({ inputRequests: { user_context: inputRequired.elicit(question) } });
		},
	);
}

function text(value: string): Content {
	return { type: 'text', text: value };
}

function userSays(...contents: Content[]): GetPromptResult {
	return { messages: contents.map(content => ({ role: 'user', content })) };
}

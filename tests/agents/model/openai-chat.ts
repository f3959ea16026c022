import { type Body, bodies, isBody, type Turn, type WireFormat } from './wire-format.ts';

/** Chat completions of OpenAI: Qwen Code. */
export const openaiChat: WireFormat = {
	serves: path => path.endsWith('/chat/completions'),
	smallTalk: 'nothing to do',

	read: body => ({
		tools: bodies(body['tools'])
			.map(tool => tool['function'])
			.filter(isBody)
			.map(({ name }) => ({ name: String(name) })),
		results: bodies(body['messages'])
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => content),
	}),

	write(turn, { body }) {
		const facts = { id: 'chatcmpl-made-up', created: 1, model: body['model'] };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const finish_reason = turn.kind === 'call' ? 'tool_calls' : 'stop';
		const message = { role: 'assistant', ...contentOf(turn) };
		if (body['stream'] !== true) {
			return { json: { ...facts, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage } };
		}
		const chunk = (choice: Body) => ({
			...facts,
			object: 'chat.completion.chunk',
			choices: [{ index: 0, ...choice }],
		});
		return {
			events: [{ data: chunk({ delta: message }) }, { data: { ...chunk({ delta: {}, finish_reason }), usage } }],
		};
	},
};

function contentOf(turn: Turn): Body {
	if (turn.kind === 'say') {
		return { content: turn.text };
	}
	const { tool, input } = turn;
	const call = { name: tool.name, arguments: JSON.stringify(input) };
	return { content: null, tool_calls: [{ index: 0, id: 'call_made_up', type: 'function', function: call }] };
}

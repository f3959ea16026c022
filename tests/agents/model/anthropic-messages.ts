import { type Body, bodies, type Turn, type WireFormat } from './wire-format.ts';

/** The Messages API of Anthropic: Claude Code, and Copilot CLI with a provider of its own. */
export const anthropicMessages: WireFormat = {
	serves: path => path.endsWith('/v1/messages'),
	smallTalk: 'nothing to do',

	read: body => ({
		tools: bodies(body['tools']).map(({ name }) => ({ name: String(name) })),
		results: bodies(body['messages'])
			.flatMap(({ content }) => bodies(content))
			.filter(({ type }) => type === 'tool_result'),
	}),

	write(turn, { body }) {
		const block = blockOf(turn);
		const stop_reason = turn.kind === 'call' ? 'tool_use' : 'end_turn';
		const message = {
			id: 'msg_made_up',
			type: 'message',
			role: 'assistant',
			model: body['model'],
			usage: { input_tokens: 1, output_tokens: 1 },
		};
		if (body['stream'] !== true) {
			return { json: { ...message, content: [block], stop_reason, stop_sequence: null } };
		}
		const events: (Body & { type: string })[] = [
			{ type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
			{ type: 'content_block_start', index: 0, content_block: emptied(block) },
			{ type: 'content_block_delta', index: 0, delta: deltaOf(turn) },
			{ type: 'content_block_stop', index: 0 },
			{ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
			{ type: 'message_stop' },
		];
		return { events: events.map(data => ({ name: data.type, data })) };
	},
};

function blockOf(turn: Turn): Body {
	return turn.kind === 'call'
		? { type: 'tool_use', id: `toolu_made_up_${turn.tool.name}`, name: turn.tool.name, input: turn.input }
		: { type: 'text', text: turn.text };
}

/** A streamed block starts empty; its content comes as a delta. */
function emptied(block: Body): Body {
	return block['type'] === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf(turn: Turn): Body {
	return turn.kind === 'call'
		? { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) }
		: { type: 'text_delta', text: turn.text };
}

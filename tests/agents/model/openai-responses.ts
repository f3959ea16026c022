import { type Body, bodies, type OfferedTool, type Turn, type WireFormat } from './wire-format.ts';

/** The Responses API of OpenAI, as Codex uses it: the tools of an MCP server come as a namespace. */
export const openaiResponses: WireFormat = {
	serves: path => path.endsWith('/responses'),
	smallTalk: 'nothing to do',

	read: body => ({
		tools: [
			...bodies(body['tools']),
			...bodies(body['input']).flatMap(({ type, tools }) => (type === 'additional_tools' ? bodies(tools) : [])),
		].flatMap(offeredTools),
		results: bodies(body['input'])
			.filter(({ type }) => type === 'function_call_output' || type === 'custom_tool_call_output')
			.map(({ output }) => output),
	}),

	write(turn, { body }) {
		const item = itemOf(turn);
		const response = {
			id: 'resp_made_up',
			object: 'response',
			status: 'completed',
			model: body['model'],
			output: [item],
			usage: {
				input_tokens: 1,
				input_tokens_details: { cached_tokens: 0 },
				output_tokens: 1,
				output_tokens_details: { reasoning_tokens: 0 },
				total_tokens: 2,
			},
		};
		const events: (Body & { type: string })[] = [
			{ type: 'response.created', response: { ...response, output: [], status: 'in_progress' } },
			{ type: 'response.output_item.done', output_index: 0, item },
			{ type: 'response.completed', response },
		];
		return { events: events.map(data => ({ name: data.type, data })) };
	},
};

function offeredTools({ type, name, tools }: Body): OfferedTool[] {
	return type === 'namespace'
		? bodies(tools).flatMap(tool => {
				const own = { name: String(tool['name']), namespace: String(name) };
				return tool['type'] === 'custom' ? [own, ...inScriptOf(own, String(tool['description']))] : [own];
			})
		: [{ name: String(name ?? type) }];
}

/** In code mode the tools stand in the text of the one that runs JavaScript, each under a heading. */
function inScriptOf(own: { name: string; namespace: string }, description: string): OfferedTool[] {
	return [...description.matchAll(/^### `(\w+)`$/gm)].map(([, name = '']) => ({ name, inScriptOf: own }));
}

function itemOf(turn: Turn): Body {
	if (turn.kind === 'say') {
		const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
		return { type: 'message', id: 'msg_made_up', role: 'assistant', status: 'completed', content };
	}
	const { inScriptOf: runner, ...tool } = turn.tool;
	if (runner) {
		const input = `text(JSON.stringify(await tools.${tool.name}(${JSON.stringify(turn.input)})))`;
		return {
			type: 'custom_tool_call',
			id: 'ctc_made_up',
			call_id: 'call_made_up',
			status: 'completed',
			...runner,
			input,
		};
	}
	return {
		type: 'function_call',
		id: 'fc_made_up',
		call_id: 'call_made_up',
		status: 'completed',
		...tool,
		arguments: JSON.stringify(turn.input),
	};
}

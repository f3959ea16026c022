import { type Body, bodies, isBody, type WireFormat } from './wire-format.ts';

/** generateContent and streamGenerateContent of Google's API: Gemini CLI. */
export const geminiContent: WireFormat = {
	serves: path => /:(stream)?generateContent$/i.test(path),
	// Gemini CLI first asks a small model which model to take, and wants its answer in this form.
	smallTalk: '{"reasoning":"made up","model_choice":"flash","complexity_score":1}',

	read: body => ({
		tools: bodies(body['tools'])
			.flatMap(({ functionDeclarations }) => bodies(functionDeclarations))
			.map(({ name }) => ({ name: String(name) })),
		results: bodies(body['contents'])
			.flatMap(({ parts }) => bodies(parts))
			.map(({ functionResponse }) => functionResponse)
			.filter(isBody),
	}),

	write(turn, { path }) {
		const part: Body =
			turn.kind === 'call' ? { functionCall: { name: turn.tool.name, args: turn.input } } : { text: turn.text };
		const response = {
			candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
			usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
			modelVersion: 'made-up',
		};
		return path.includes(':stream') ? { events: [{ data: response }] } : { json: response };
	},
};

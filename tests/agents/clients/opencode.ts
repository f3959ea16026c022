import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentClient, PROMPT } from './agent-client.ts';

export const opencode: AgentClient = {
	name: 'opencode',
	program: 'opencode',
	prepare(home, { model }) {
		const folder = join(home, '.config/opencode');
		mkdirSync(folder, { recursive: true });
		const provider = {
			npm: '@ai-sdk/anthropic',
			options: { baseURL: `${model}/v1`, apiKey: 'made-up' },
			models: { 'made-up': { name: 'made-up', tool_call: true } },
		};
		const settings = {
			model: 'made/made-up',
			small_model: 'made/made-up',
			permission: 'allow',
			provider: { made: provider },
		};
		writeFileSync(join(folder, 'opencode.json'), `${JSON.stringify(settings, null, 2)}\n`);
	},
	env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: 'true', OPENCODE_DISABLE_AUTOUPDATE: 'true' }),
	args: ['run', PROMPT],
};

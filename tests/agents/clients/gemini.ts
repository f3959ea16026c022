import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentClient, PROMPT } from './agent-client.ts';

export const gemini: AgentClient = {
	name: 'gemini',
	program: 'gemini',
	prepare(home) {
		mkdirSync(join(home, '.gemini'));
		const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
		writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings, null, 2));
	},
	env: model => ({
		GEMINI_API_KEY: 'made-up',
		GOOGLE_GEMINI_BASE_URL: model,
		// In a folder that is not trusted it starts no server at all, not even those of the user.
		GEMINI_CLI_TRUST_WORKSPACE: 'true',
	}),
	args: ['-p', PROMPT, '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash', '--output-format', 'json'],
};

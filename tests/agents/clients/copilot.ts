import { type AgentClient, PROMPT } from './agent-client.ts';

export const copilot: AgentClient = {
	name: 'copilot',
	program: 'copilot',
	prepare: () => undefined,
	env: model => ({
		COPILOT_OFFLINE: 'true',
		COPILOT_PROVIDER_TYPE: 'anthropic',
		COPILOT_PROVIDER_BASE_URL: model,
		COPILOT_PROVIDER_API_KEY: 'made-up',
		COPILOT_MODEL: 'claude-sonnet-4',
	}),
	args: ['-p', PROMPT, '--allow-all-tools', '--allow-all-paths', '--trust-folder'],
};

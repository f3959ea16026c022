import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentClient, PROMPT } from './agent-client.ts';

export const codex: AgentClient = {
	name: 'codex',
	program: 'codex',
	prepare(home, { model, project }) {
		mkdirSync(join(home, '.codex'));
		writeFileSync(
			join(home, '.codex/config.toml'),
			[
				'# The model of this test.',
				'model = "made-up"',
				'model_provider = "made-up"',
				'',
				'[model_providers.made-up]',
				'name = "made-up"',
				`base_url = "${model}/v1"`,
				'wire_api = "responses"',
				'env_key = "MADE_UP_KEY"',
				'',
				`[projects."${project}"]`,
				'trust_level = "trusted"',
				'',
			].join('\n'),
		);
	},
	env: () => ({ MADE_UP_KEY: 'made-up' }),
	args: [
		...['exec', '--skip-git-repo-check', '--json'],
		...['-c', 'mcp_servers.hawser.default_tools_approval_mode="approve"'],
		PROMPT,
	],
};

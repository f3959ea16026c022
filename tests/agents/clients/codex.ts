import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentClient, PROMPT } from './agent-client.ts';

/** For a model that it does not know, Codex offers tools directly. */
export const codex: AgentClient = codexWith('made-up', 'direct');

/** This model writes JavaScript that calls tools, and is told of them in the text of one tool. */
export const codexCodeMode: AgentClient = codexWith('gpt-5.6-sol', 'code mode');

function codexWith(modelName: string, mode: string): AgentClient {
	return {
		name: 'codex',
		mode,
		program: 'codex',
		prepare(home, { model, project }) {
			mkdirSync(join(home, '.codex'));
			writeFileSync(
				join(home, '.codex/config.toml'),
				[
					'# The model of this test.',
					`model = "${modelName}"`,
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
		// A setting of a server that there is not would be a mistake.
		argsAlone: ['exec', '--skip-git-repo-check', '--json', PROMPT],
	};
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentClient, PROMPT } from './agent-client.ts';

export const claudeCode: AgentClient = {
	name: 'claude-code',
	mode: 'no tool search',
	program: 'claude',
	prepare(home) {
		mkdirSync(join(home, '.claude'));
		// Servers of a project are asked about once; this user has said yes to all.
		writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ enableAllProjectMcpServers: true }));
	},
	env: model => ({
		ANTHROPIC_BASE_URL: model,
		ANTHROPIC_API_KEY: 'made-up',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
		// Otherwise tools are found by a search that only a real model would think of.
		ENABLE_TOOL_SEARCH: 'false',
	}),
	args: ['-p', PROMPT, '--allowedTools', 'mcp__hawser', '--output-format', 'json'],
};

/** As it comes: tools of servers are kept back until the model searches for them. */
export const claudeCodeSearching: AgentClient = {
	...claudeCode,
	mode: 'tool search',
	env(model) {
		const { ENABLE_TOOL_SEARCH: _, ...env } = claudeCode.env(model);
		return env;
	},
};

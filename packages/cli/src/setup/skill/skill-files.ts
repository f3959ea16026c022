import path from 'node:path';
import type { Client } from '../client.ts';
import type { McpServer } from '../mcp-server.ts';
import { agentsLineFormat, skillFormat } from './skill-format.ts';

/** Files of a project in which agents look for skills and advice. They are written only when the user asks for it. */
export const SKILL_FILES = {
	'skill-agents': skillFile('Skill for Codex, Gemini CLI and others', '.agents', 'skills', 'hawser', 'SKILL.md'),
	'skill-claude': skillFile('Skill for Claude Code, Copilot and opencode', '.claude', 'skills', 'hawser', 'SKILL.md'),
	'agents-md': { ...skillFile('Line in AGENTS.md', 'AGENTS.md'), format: agentsLineFormat },
} as const satisfies Record<string, Client>;

export type SkillName = keyof typeof SKILL_FILES;

export const SKILL_NAMES = ['skill-agents', 'skill-claude', 'agents-md'] as const satisfies readonly SkillName[];

export function isSkillName(name: string): name is SkillName {
	return Object.hasOwn(SKILL_FILES, name);
}

/** Stands for the server where there is none to be named. */
export const NO_SERVER: McpServer = { transport: 'stdio', command: 'hawser', args: ['mcp'], env: {} };

function skillFile(title: string, ...parts: string[]): Client {
	return {
		title,
		programs: [],
		traces: ({ project }) => [project],
		file: (scope, { project }) => (scope === 'project' ? path.join(project, ...parts) : undefined),
		format: skillFormat,
		afterwards: 'Sessions that are running have to be started again.',
	};
}

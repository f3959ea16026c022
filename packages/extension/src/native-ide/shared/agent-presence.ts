import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { NativeAgentName } from './native-agents.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True when the agent has ever been used on this machine, or is told where to keep its files. For one that has not, no folder is made
 * in the home of the user; its first start makes it, and that is noticed.
 */
export function isUsedHere(agent: NativeAgentName, env: Environment = process.env, userFolder = homedir()): boolean {
	return traces(agent, env, userFolder).some(path => path !== undefined && path !== '' && existsSync(path));
}

/** opencode looks for Claude Code's files. */
export function isOpencodeUsedHere(userFolder = homedir()): boolean {
	return opencodeTraces(userFolder).some(path => existsSync(path));
}

function opencodeTraces(userFolder: string): readonly string[] {
	return [join(userFolder, '.config', 'opencode'), join(userFolder, '.local', 'share', 'opencode')];
}

function traces(agent: NativeAgentName, env: Environment, userFolder: string): readonly (string | undefined)[] {
	switch (agent) {
		case 'claude':
			return [
				env['CLAUDE_CONFIG_DIR'],
				join(userFolder, '.claude'),
				join(userFolder, '.claude.json'),
				...opencodeTraces(userFolder),
			];
		case 'gemini':
			return [join(userFolder, '.gemini')];
		case 'qwen':
			return [env['QWEN_HOME'], join(userFolder, '.qwen')];
		case 'copilot':
			return [env['COPILOT_HOME'], join(userFolder, '.copilot')];
		case 'codex':
			return [env['CODEX_HOME'], join(userFolder, '.codex')];
	}
}

import path from 'node:path';
import type { Client } from '../client.ts';
import { claudeCode } from '../clients/claude-code.ts';
import { gemini } from '../clients/gemini.ts';
import type { SetupEnvironment } from '../environment.ts';
import { type HookPlace, hookFormat } from './hook-format.ts';
import type { HookName } from './hook-names.ts';

/** Files of the user in which agents look for hooks. They are written only when the user asks for it. */
export const HOOK_FILES: Readonly<Record<HookName, Client>> = {
	'hook-claude-code': hookFile(
		{ ...claudeCode, title: 'Hook for Claude Code' },
		({ home, env }) => path.join(env['CLAUDE_CONFIG_DIR'] ?? path.join(home, '.claude'), 'settings.json'),
		{ path: ['hooks', 'PostToolUse'], matcher: 'Edit|Write|MultiEdit|NotebookEdit', timeout: 5 },
	),
	'hook-gemini': hookFile(
		{ ...gemini, title: 'Hook for Gemini CLI' },
		({ home }) => path.join(home, '.gemini', 'settings.json'),
		{ path: ['hooks', 'AfterTool'], matcher: 'write_file|replace', timeout: 5000 },
	),
	'hook-qwen': hookFile(
		{ title: 'Hook for Qwen Code', programs: ['qwen'], traces: ({ home, env }) => [qwenHome(home, env)] },
		({ home, env }) => path.join(qwenHome(home, env), 'settings.json'),
		{ path: ['hooks', 'PostToolUse'], matcher: '^(write_file|edit|notebook_edit)$', timeout: 5 },
	),
};

function qwenHome(home: string, env: SetupEnvironment['env']): string {
	return env['QWEN_HOME'] ?? path.join(home, '.qwen');
}

function hookFile(
	{ title, programs, traces }: Pick<Client, 'title' | 'programs' | 'traces'>,
	file: (environment: SetupEnvironment) => string,
	place: HookPlace,
): Client {
	return {
		...{ title, programs, traces },
		file: (scope, environment) => (scope === 'user' ? file(environment) : undefined),
		part: 'hooks',
		format: hookFormat(place),
		afterwards: 'Sessions that are running have to be started again.',
	};
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TerminalClient } from './terminal-client.ts';

const KEY = 'made-up-key-of-the-agent-tests';

/** Claude Code as a user starts it: it finds the window by itself, and asks before it writes. */
export const claudeInTerminal: TerminalClient = {
	name: 'claude-code',
	way: 'Claude Code’s IDE connection',
	prepare(home, { project }) {
		mkdirSync(join(home, '.claude'), { recursive: true });
		const state = {
			hasCompletedOnboarding: true,
			theme: 'dark',
			customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
			projects: { [project]: { hasTrustDialogAccepted: true } },
		};
		writeFileSync(join(home, '.claude.json'), JSON.stringify(state));
	},
	env: model => ({
		ANTHROPIC_BASE_URL: model,
		ANTHROPIC_API_KEY: KEY,
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
	}),
	args: ['--permission-mode', 'default'],
	outsideArgs: ['--ide'],
	comesBack: true,
	review: 'editable',
	write: (path, text) => ({ tool: 'Write', input: { file_path: path, content: text } }),
	agree: '\r',
};

/** The same for a user who lets it write without a question. */
export const claudeAcceptingEdits: TerminalClient = { ...claudeInTerminal, args: ['--permission-mode', 'acceptEdits'] };

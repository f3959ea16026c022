import * as vscode from 'vscode';

/** An agent that looks for an editor by a protocol of its own. */
export interface NativeAgent {
	/** As the setting names it. */
	name: NativeAgentName;
	title: string;
	/** Extensions that serve the same agent in this window; while one is there, Hawser stands down. */
	ownExtensions: readonly string[];
}

export const NATIVE_AGENT_NAMES = ['claude', 'gemini', 'qwen', 'copilot', 'codex'] as const;

export type NativeAgentName = (typeof NATIVE_AGENT_NAMES)[number];

export const NATIVE_AGENTS: Readonly<Record<NativeAgentName, NativeAgent>> = {
	claude: {
		name: 'claude',
		title: 'Claude Code',
		ownExtensions: ['anthropic.claude-code'],
	},
	gemini: {
		name: 'gemini',
		title: 'Gemini CLI',
		ownExtensions: ['google.gemini-cli-vscode-ide-companion'],
	},
	qwen: {
		name: 'qwen',
		title: 'Qwen Code',
		ownExtensions: ['qwenlm.qwen-code-vscode-ide-companion'],
	},
	copilot: {
		name: 'copilot',
		title: 'Copilot CLI',
		ownExtensions: ['github.copilot-chat'],
	},
	codex: {
		name: 'codex',
		title: 'Codex',
		ownExtensions: ['openai.chatgpt'],
	},
};

/** The way of its connection, in words for the user. */
export function wayOf(name: NativeAgentName): string {
	return vscode.l10n.t('{0}’s IDE connection', NATIVE_AGENTS[name].title);
}

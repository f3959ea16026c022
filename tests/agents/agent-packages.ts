/** The clients that are run, each pinned: a new version is tried on purpose, never by accident. */
export const AGENT_PACKAGES = {
	'claude-code': {
		title: 'Claude Code',
		name: '@anthropic-ai/claude-code',
		version: '2.1.325',
		// Its `bin` is a stand-in that the install script replaces; this is what runs without it.
		script: 'cli-wrapper.cjs',
	},
	codex: { title: 'Codex', name: '@openai/codex', version: '0.166.0', script: 'bin/codex.js' },
	gemini: { title: 'Gemini CLI', name: '@google/gemini-cli', version: '0.61.0', script: 'bundle/gemini.js' },
	opencode: {
		title: 'opencode',
		name: 'opencode-ai',
		version: '1.18.33',
		// Its `bin` is a stand-in that the install script replaces; the program comes as a package for the platform.
		script: `../opencode-linux-${process.arch}/bin/opencode`,
		isProgram: true,
	},
	copilot: { title: 'Copilot CLI', name: '@github/copilot', version: '1.0.102', script: 'npm-loader.js' },
} as const satisfies Record<string, AgentPackage>;

/** Run in a terminal only: `hawser setup` does not know it. */
export const TERMINAL_PACKAGES = {
	...AGENT_PACKAGES,
	qwen: { title: 'Qwen Code', name: '@qwen-code/qwen-code', version: '0.24.4', script: 'cli-entry.js' },
} as const satisfies Record<string, AgentPackage>;

export interface AgentPackage {
	title: string;
	/** On npm. */
	name: string;
	version: string;
	/** Beside the package's own files, run by Node. */
	script: string;
	/** It is run as it is, without Node. */
	isProgram?: true;
}

export type AgentName = keyof typeof AGENT_PACKAGES;

export type TerminalAgentName = keyof typeof TERMINAL_PACKAGES;

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
	copilot: { title: 'Copilot CLI', name: '@github/copilot', version: '1.0.102', script: 'npm-loader.js' },
} as const satisfies Record<string, AgentPackage>;

export interface AgentPackage {
	title: string;
	/** On npm. */
	name: string;
	version: string;
	/** Inside the package, run by Node. */
	script: string;
}

export type AgentName = keyof typeof AGENT_PACKAGES;

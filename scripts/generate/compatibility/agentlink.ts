import { differs, met, type System } from './requirement.ts';

export const AGENTLINK: System = {
	name: 'AgentLink',
	guide: 'how/coming-from-agentlink.md',
	requirements: [
		met('a server of its own per window', 'tests/editor/window-life.test.ts: two windows'),
		met(
			'.mcp.json in every folder',
			'tests/editor/project-config.test.ts',
			'packages/headless/test/real-editor.test.ts',
		),
		differs(
			'port 0 by default',
			'A port that is remembered, so that entries stay right.',
			'tests/editor/settings.test.ts',
		),
		met('fixed port as override', 'tests/editor/settings.test.ts'),
		met(
			'read, keep others, merge, temp+rename',
			'packages/agent-config/test/change-file.test.ts',
			'packages/agent-config/test/project-config.property.test.ts',
		),
		met(
			'entry type/url/Authorization',
			'tests/editor/project-config.test.ts',
			'packages/agent-config/test/project-config.test.ts: Window reload',
		),
		differs(
			'http entry by default',
			'stdio, which finds the window again by itself.',
			'tests/editor/project-config.test.ts',
		),
		met('clean-up removes the entry', 'tests/editor/project-config.test.ts'),
		differs(
			'empty file is deleted',
			'Only a file that Hawser made is deleted; any other is as it was, byte for byte.',
			'tests/editor/project-config.test.ts',
		),
		met('other entries stay', 'tests/editor/project-config.test.ts'),
		met('written after the port is known', 'tests/editor/project-config.test.ts'),
		met(
			'~/.claude.json kept as global fallback',
			'tests/editor/agent-before-window.test.ts: the extension offers the setup once, and an agent that starts before the window works as soon as it opens',
		),
		met('clean-up on stop and deactivate', 'tests/editor/project-config.test.ts: is followed while'),
		met(
			'folder added',
			'tests/editor/project-config.test.ts',
			'packages/agent-config/test/project-config.test.ts: Multiple workspace folders',
		),
		met(
			'folder removed',
			'tests/editor/project-config.test.ts',
			'packages/agent-config/test/project-config.test.ts: Multiple workspace folders',
		),
		met('README: .mcp.json is managed', 'README.md', 'docs/how/project-config.md'),
		differs(
			'suggest .gitignore',
			'`.git/info/exclude`, which belongs to nobody else.',
			'tests/editor/project-config.test.ts',
			'tests/editor/git.test.ts',
		),
		met('edge: other servers', 'tests/editor/project-config.test.ts'),
		met('edge: several folders', 'tests/editor/project-config.test.ts'),
		met('edge: reload', 'tests/editor/project-config.test.ts'),
		met('edge: crash', 'tests/editor/project-config.test.ts'),
		differs(
			'edge: edited by hand -> overwritten',
			'An entry that somebody changed is theirs.',
			'tests/editor/project-config.test.ts',
			'packages/agent-config/test/project-config.test.ts: our entry, changed by them, is theirs',
		),
		met(
			'edge: Claude Code started before VS Code',
			'tests/editor/agent-before-window.test.ts: the extension offers the setup once, and an agent that starts before the window works as soon as it opens',
			'packages/agent-config/test/project-config.test.ts: Claude Code started before VS Code',
		),
		met('edge: read-only', 'tests/editor/project-config.test.ts'),
		met(
			'terminals open in the right window',
			'tests/editor/window-life.test.ts: a terminal, a diff and a question of one window never show in the other',
		),
		met(
			'diffs open in the right window',
			'tests/editor/window-life.test.ts: a terminal, a diff and a question of one window never show in the other',
		),
		met(
			'approval questions open in the right window',
			'tests/editor/window-life.test.ts: a terminal, a diff and a question of one window never show in the other',
		),
		differs(
			'approvals (writes, commands) per MCP session',
			'Asked about what lasts or weakens security; a permission is for the window, because the name of an agent is not verified.',
			'docs/how/coming-from-agentlink.md: A permission',
			'tests/editor/editor-and-user.test.ts',
		),
		met('token in the header', 'tests/editor/project-config.test.ts'),
		met(
			'non-workspace usage',
			'tests/editor/window-without-folder.test.ts: a window without a folder is reached as the only one, by its files, and by its id',
		),
		met(
			'requests of its documentation, unchanged (20 and more)',
			'tests/support/scripts/agentlink.ts',
			'tests/editor/dialects.test.ts: AgentLink and VSCode MCP Proxy, over HTTP',
		),
	],
};

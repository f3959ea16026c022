import { trimEndOf } from '../text/linear-text.ts';

/**
 * Folders of editors, agents and git. `.husky`, `.githooks` and `.lefthook` are git's hooks by other names; `.github/hooks` are those of
 * Copilot. What else lies in `.kiro` is read by agents only.
 */
const FOLDERS = [
	'.git',
	'.hg',
	'.husky',
	'.githooks',
	'.lefthook',
	'.lefthook-local',
	'.github/hooks',
	'.vscode',
	'.devcontainer',
	'.idea',
	'.zed',
	'.hawser',
	'.claude',
	'.codex',
	'.copilot',
	'.cursor',
	'.gemini',
	'.qwen',
	'.kiro/settings',
	'.kiro/hooks',
	'.kiro/agents',
	'.amazonq',
	'.opencode',
	'.windsurf',
	'.cline',
	'.roo',
	'.kilo',
	'.kilocode',
];

/** Each may be in any of these forms. */
const LEFTHOOK_FILES = ['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'].flatMap(name =>
	['yml', 'yaml', 'toml', 'json', 'jsonc'].map(ending => `${name}.${ending}`),
);

const FILES = [
	'.mcp.json',
	'.claude.json',
	'.devcontainer.json',
	'.gitconfig',
	'.gitmodules',
	// Git's hooks run what they name, and shells do when they come into the folder.
	'.pre-commit-config.yaml',
	'.pre-commit-config.yml',
	...LEFTHOOK_FILES,
	'.envrc',
	'mise.toml',
	'.mise.toml',
	'mise.local.toml',
	'.mise.local.toml',
	// It names what runs after every edit of the agent.
	'.aider.conf.yml',
	'opencode.json',
	'opencode.jsonc',
	'kilo.json',
	'kilo.jsonc',
];

/**
 * Which rule protects the path, such as `.vscode` or `*.code-workspace`; undefined where none does. Protected is what
 * makes programs run later without anybody asking for them, so a user has to agree before an agent writes there. What
 * a user starts by hand (scripts of package.json) and what agents merely read (CLAUDE.md, .env) is not.
 *
 * The path is relative to the workspace folder. It is judged as the laxest file system would read it.
 */
export function protectionOf(path: string): string | undefined {
	const parts = path
		.split(/[/\\]/)
		.map(canonicalPart)
		.filter(part => part !== '');
	// Both ends in a slash, so that only whole names match; a worktree has `.git` as a file.
	const whole = `/${parts.join('/')}/`;
	const name = parts.at(-1) ?? '';
	return (
		FOLDERS.find(folder => whole.includes(`/${folder}/`)) ??
		FILES.find(file => file === name) ??
		(name.endsWith('.code-workspace') ? '*.code-workspace' : undefined)
	);
}

/** Characters that the file system of macOS leaves out when it compares names. */
const INVISIBLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

function canonicalPart(part: string): string {
	// Windows: `.git::$INDEX_ALLOCATION` is `.git`, and so is `.git. `.
	const [name = ''] = part.replaceAll(INVISIBLE, '').split(':');
	// By way of the capitals: to macOS the long s of `.vſcode` is an s, and it has no small letter of its own.
	return trimEndOf(name.toUpperCase().toLowerCase(), '. ');
}

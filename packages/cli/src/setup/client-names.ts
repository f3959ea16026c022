/** Apart from the clients themselves: help and completion need no more than the names. */
export const CLIENT_NAMES = [
	'claude-code',
	'claude-desktop',
	'codex',
	'gemini',
	'copilot',
	'cursor',
	'windsurf',
	'vscode',
	'opencode',
	'zed',
	'cline',
	'roo',
	'kilo',
] as const;

export type ClientName = (typeof CLIENT_NAMES)[number];

export function isClientName(word: string): word is ClientName {
	return CLIENT_NAMES.some(name => name === word);
}

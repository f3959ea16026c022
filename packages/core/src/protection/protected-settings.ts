/** These settings of editors and agents decide what may run, who is trusted, and what is asked for. */
const PREFIXES = [
	'hawser',
	'security',
	'chat',
	'mcp',
	'launch',
	'tasks',
	'task.allowAutomaticTasks',
	'extensions',
	'http',
	'remote',
	'update',
	'settingsSync',
	'workbench.trustedDomains',
	'workbench.externalUriOpeners',
	'terminal.integrated',
	'terminal.external',
	'git.path',
	'git.untrackedChanges',
	'github.copilot',
	'claudeCode',
	'claude-code',
	'geminicodeassist',
	'cline',
	'roo-cline',
	'cursor',
	'windsurf',
	'debug.allowBreakpointsEverywhere',
	'npm.packageManager',
];

/** Words in the last part of a key that name a program, what it is told, or a door. */
const WORDS = new Set([
	'path',
	'paths',
	'executable',
	'executables',
	'command',
	'commands',
	'cmd',
	'args',
	'argv',
	'exec',
	'exe',
	'home',
	'gopath',
	'goroot',
	'sdk',
	'tools',
	'arguments',
	'flags',
	'options',
	'shell',
	'env',
	'environment',
	'interpreter',
	'tsdk',
	'proxy',
	'program',
	'binary',
	'script',
	'scripts',
	'hook',
	'hooks',
	'runtime',
	'server',
	'servers',
	'plugins',
	'approve',
	'approval',
	'trust',
	'trusted',
	'token',
	'password',
]);

/**
 * Which rule protects the setting; undefined where none does. Protected is what makes programs run, or questions no longer
 * be asked: a user has to agree before an agent changes it. `restricted` is VS Code's own mark for settings that take
 * effect only in trusted workspaces.
 */
export function protectionOfSetting(key: string, restricted: boolean): string | undefined {
	const lower = key.toLowerCase();
	const prefix = PREFIXES.map(name => name.toLowerCase()).find(name => lower === name || lower.startsWith(`${name}.`));
	if (prefix !== undefined) {
		return prefix;
	}
	const [lastPart = ''] = key.split('.').slice(-1);
	const words = lastPart.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map(word => word.toLowerCase());
	return restricted || words.some(word => WORDS.has(word)) ? key : undefined;
}

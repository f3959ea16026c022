import { expect, test } from 'vitest';
import { protectionOf } from '../../src/protection/protected-paths.ts';

test.each([
	['.vscode/settings.json', '.vscode'],
	['.vscode', '.vscode'],
	['packages/app/.vscode/tasks.json', '.vscode'],
	['shop.code-workspace', '*.code-workspace'],
	['.git/hooks/pre-commit', '.git'],
	['.git', '.git'],
	['vendor/library/.git', '.git'],
	['.husky/pre-commit', '.husky'],
	['.github/hooks/start.json', '.github/hooks'],
	['.devcontainer/devcontainer.json', '.devcontainer'],
	['.devcontainer.json', '.devcontainer.json'],
	['.mcp.json', '.mcp.json'],
	['packages/app/.mcp.json', '.mcp.json'],
	['.claude.json', '.claude.json'],
	['.claude/settings.json', '.claude'],
	['.hawser/tools/deploy.js', '.hawser'],
	['opencode.jsonc', 'opencode.jsonc'],
	['.roo/mcp.json', '.roo'],
	['.kilo/kilo.jsonc', '.kilo'],
	['.qwen/settings.json', '.qwen'],
	['.kiro/settings/mcp.json', '.kiro/settings'],
	['.kiro/hooks/on-save.kiro.hook', '.kiro/hooks'],
	['.kiro/agents/build.json', '.kiro/agents'],
	['.amazonq/mcp.json', '.amazonq'],
	['.hg/hgrc', '.hg'],
	['.githooks/pre-push', '.githooks'],
	['.pre-commit-config.yaml', '.pre-commit-config.yaml'],
	['.pre-commit-config.yml', '.pre-commit-config.yml'],
	['lefthook.yml', 'lefthook.yml'],
	['packages/app/.lefthook.toml', '.lefthook.toml'],
	['lefthook-local.json', 'lefthook-local.json'],
	['.config/lefthook.yaml', 'lefthook.yaml'],
	['.lefthook/pre-commit/check.sh', '.lefthook'],
	['.lefthook-local/pre-commit/check.sh', '.lefthook-local'],
	['.envrc', '.envrc'],
	['mise.toml', 'mise.toml'],
	['.aider.conf.yml', '.aider.conf.yml'],
])('%s is protected', (path, rule) => {
	expect(protectionOf(path)).toBe(rule);
});

test.each([
	['another case', '.VSCode/Settings.json', '.vscode'],
	['a dot at the end', '.git./config', '.git'],
	['spaces and dots at the end', '.vscode . ./settings.json', '.vscode'],
	['a stream', '.git::$INDEX_ALLOCATION/config', '.git'],
	['a stream of a file', '.mcp.json:x', '.mcp.json'],
	['backslashes', 'src\\.vscode\\settings.json', '.vscode'],
	['doubled slashes', '.github//hooks/start.json', '.github/hooks'],
	['steps on the spot', '.github/./hooks/start.json', '.github/hooks'],
	['a letter that macOS takes for another', '.v\u017Fcode/settings.json', '.vscode'],
	['a character that macOS ignores', '.g\u200Cit/config', '.git'],
])('%s does not get round the protection', (_trick, path, rule) => {
	expect(protectionOf(path)).toBe(rule);
});

test.each([
	'src/app.ts',
	'CLAUDE.md',
	'AGENTS.md',
	'.env',
	'.gitignore',
	'.gitattributes',
	'.kiro/specs/shop/tasks.md',
	'.kiro/steering/product.md',
	'docs/lefthook.md',
	'.github/workflows/ci.yml',
	'.github/copilot-instructions.md',
	'hooks/pre-commit',
	'docs/.vscode-guide.md',
	'git/config',
	'package.json',
	'mcp.json',
	'',
	'.',
])('"%s" is not', path => {
	expect(protectionOf(path)).toBeUndefined();
});

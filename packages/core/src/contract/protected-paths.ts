const PROTECTED_FOLDERS = new Set(['.git', '.vscode', '.claude', '.cursor', '.gemini', '.codex', '.hawser', '.github/hooks']);
const PROTECTED_FILES = new Set(['.mcp.json', '.git', '.gitmodules']);

/**
 * Whether a file configures the editor or an agent, or is git's own. Whoever writes there can make programs run later, so
 * a person has to agree. The path is relative to the workspace folder, with slashes; the case is ignored, as some
 * file systems do.
 */
export function isProtectedPath(path: string): boolean {
	const parts = path.toLowerCase().split('/');
	const name = parts.at(-1) ?? '';
	return (
		parts.some((part, index) => PROTECTED_FOLDERS.has(part) && index < parts.length) ||
		PROTECTED_FILES.has(name) ||
		name.endsWith('.code-workspace')
	);
}

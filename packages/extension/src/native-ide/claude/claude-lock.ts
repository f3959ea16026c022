import { discoveryFolders } from '@hawser/agent-config/discovery-files.ts';
import { isOpencodeUsedHere } from '../shared/agent-presence.ts';
import type { Discovery } from '../shared/discovery.ts';

export const claudeDiscovery: Discovery = {
	agent: 'claude',
	folder: () => discoveryFolders().claude,
	file: port => `${port}.lock`,
	variable: 'CLAUDE_CODE_SSE_PORT',
	variableValue: port => (isOpencodeUsedHere() ? portForClaudeAlone(port) : String(port)),
	content: ({ folders, ideName, token }) => ({
		// In a terminal of the editor, Claude Code takes only a process from which its own descends; an extension host is none.
		pid: process.ppid,
		workspaceFolders: folders,
		ideName,
		transport: 'ws',
		// Named after WSL: true only for an editor on Windows that is to be reached from there.
		runningInWindows: false,
		authToken: token,
	}),
};

/**
 * opencode reads the variable too, and then comes without a token. It takes the whole number at the beginning, and a zero for none;
 * Claude Code (since 2.1.325 at the latest) reads a decimal number. So this names the window to Claude Code, and opencode looks for the
 * longest folder, with a token.
 */
export function portForClaudeAlone(port: number): string {
	return `0.${port}e${String(port).length}`;
}

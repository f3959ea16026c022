import { delimiter } from 'node:path';
import { discoveryFolders } from '@hawser/agent-config/discovery-files.ts';
import type { Discovery } from '../shared/discovery.ts';

/** Gemini CLI takes an editor in whose process its shell runs before others, so the name has the process. */
export const geminiDiscovery: Discovery = {
	agent: 'gemini',
	folder: () => discoveryFolders().gemini,
	file: port => `gemini-ide-server-${process.ppid}-${port}.json`,
	variable: 'GEMINI_CLI_IDE_SERVER_PORT',
	content: ({ port, folders, ideName, token }) => ({
		port,
		workspacePath: folders.join(delimiter),
		authToken: token,
		// Without it, only the terminals of editors that it knows by name would do.
		ideInfo: { name: 'vscode', displayName: ideName },
	}),
};

export const qwenDiscovery: Discovery = {
	agent: 'qwen',
	folder: () => discoveryFolders().qwen,
	file: port => `${port}.lock`,
	variable: 'QWEN_CODE_IDE_SERVER_PORT',
	content: ({ port, folders, ideName, token }) => ({
		port,
		workspacePath: folders.join(delimiter),
		authToken: token,
		// It deletes a file of several folders in which there is none.
		ppid: process.ppid,
		ideName,
		ideInfo: { name: 'vscode', displayName: ideName },
	}),
};

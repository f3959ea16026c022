import type { WantedEntry } from '@hawser/agent-config/entry-places.ts';
import type { ProjectConfigKind } from '../settings/read-settings.ts';

interface WaysIn {
	launcher: string | undefined;
	port: number;
	token: string;
}

/** The entry for an agent's configuration file, in the shape that Claude Code and Copilot read. */
export function agentEntry(
	kind: ProjectConfigKind,
	{ launcher, port, token }: WaysIn,
): Omit<WantedEntry, 'folder'> | undefined {
	const stdio = launcher === undefined ? undefined : { command: launcher, args: ['mcp'] };
	if (kind === 'http') {
		const headers = { Authorization: `Bearer ${token}` };
		const value = { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers };
		return { value, secret: true, ...(stdio && { routed: stdio }) };
	}
	return kind === 'stdio' && stdio !== undefined ? { value: stdio, secret: false } : undefined;
}

import { readFileSync } from 'node:fs';
import type { AgentClaim } from '@hawser/core/contract/agent-claim.ts';

/** The process that speaks for the agent, and the program that started it; only Linux tells its name without a process of its own. */
export function processOrigin(): Pick<AgentClaim, 'pid' | 'program'> {
	const program = programOf(process.ppid);
	return { pid: process.pid, ...(program !== undefined && { program }) };
}

function programOf(pid: number): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() || undefined;
	} catch {
		return undefined;
	}
}

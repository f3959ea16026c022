import { spawn } from 'node:child_process';

export interface AgentRun {
	code: number | null;
	stdout: string;
	stderr: string;
	seconds: number;
	/** It was ended because it took too long. */
	endedByUs: boolean;
}

export interface RunOptions {
	cwd: string;
	env: Record<string, string>;
	/** Milliseconds; only ends a hang. */
	limit?: number;
}

/** Runs a program to its end, with everything that it starts: the agents are wrappers around other processes. */
export function runAgent(
	command: string,
	args: readonly string[],
	{ cwd, env, limit = 150_000 }: RunOptions,
): Promise<AgentRun> {
	const startedAt = Date.now();
	// A group of its own, so that what it started can be ended with it.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
	let stdout = '';
	let stderr = '';
	let endedByUs = false;
	child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
	child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
	const timer = setTimeout(() => {
		endedByUs = true;
		endGroup(child.pid);
	}, limit);
	return new Promise((resolve, reject) => {
		child.on('error', cause => {
			clearTimeout(timer);
			reject(cause);
		});
		// Not `close`: somebody whom the agent left behind may keep its output open for ever.
		child.on('exit', code => {
			clearTimeout(timer);
			endGroup(child.pid);
			child.stdout.destroy();
			child.stderr.destroy();
			resolve({ code, stdout, stderr, endedByUs, seconds: (Date.now() - startedAt) / 1000 });
		});
	});
}

function endGroup(pid: number | undefined): void {
	try {
		if (pid !== undefined) {
			process.kill(-pid, 'SIGKILL');
		}
	} catch {
		// Nobody is left.
	}
}

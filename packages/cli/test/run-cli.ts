import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

export interface Finished {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** Runs the program to its end. */
export function runCli(
	file: string,
	args: readonly string[],
	{ env = {}, cwd, stdin = '' }: { env?: Record<string, string>; cwd?: string; stdin?: string } = {},
): Promise<Finished> {
	const child = startCli(file, args, { env, ...(cwd !== undefined && { cwd }) });
	child.stdin.end(stdin);
	return finished(child);
}

export function startCli(
	file: string,
	args: readonly string[],
	{ env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): ChildProcessWithoutNullStreams {
	const inherited = { ...process.env };
	delete inherited['CLAUDE_PROJECT_DIR'];
	return spawn(process.execPath, [file, ...args], { env: { ...inherited, ...env }, cwd });
}

export function finished(child: ChildProcessWithoutNullStreams): Promise<Finished> {
	let stdout = '';
	let stderr = '';
	child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
	child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', code => resolve({ code, stdout, stderr }));
	});
}

/** Resolves as soon as the condition holds; the test's own limit ends a wait that never does. */
export async function until<T>(condition: () => T | undefined | false): Promise<T> {
	for (;;) {
		const value = condition();
		if (value !== undefined && value !== false) {
			return value;
		}
		await new Promise(resolve => setTimeout(resolve, 5));
	}
}

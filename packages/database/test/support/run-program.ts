import { type SpawnOptions, spawn } from 'node:child_process';

/** Runs a program to its end and gives its output; fails when it fails. */
export function runProgram(
	command: string,
	args: readonly string[],
	options: SpawnOptions & { input?: string } = {},
): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.stdin.on('error', () => undefined);
		child.stdin.end(options.input ?? '');
		child.on('error', reject);
		child.on('close', code =>
			code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`)),
		);
	});
}

import { execFile } from 'node:child_process';

/** `hawser setup` of the command that the extension brings. */
export interface SetupCommand {
	/** What it prints. Rejects when it cannot be run. */
	run(...args: readonly string[]): Promise<string>;
}

/** Longer than the agents take to say whether they can connect. */
const LIMIT = 120_000;

export function setupCommand(script: string): SetupCommand {
	return {
		run: (...args) =>
			new Promise((resolve, reject) => {
				const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' };
				const options = { env, timeout: LIMIT, windowsHide: true };
				const child = execFile(process.execPath, [script, 'setup', ...args], options, (error, stdout, stderr) => {
					// It exits with another code than 0 when a file was left alone, and says so in what it prints.
					if (error && stdout === '') {
						reject(new Error(stderr === '' ? error.message : stderr));
					} else {
						resolve(stdout);
					}
				});
				child.stdin?.end();
			}),
	};
}

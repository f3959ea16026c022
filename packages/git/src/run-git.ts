import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import { env, kill, platform } from 'node:process';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { type GitEffect, gitEnvironment, gitOptions, gitSettings } from '@hawser/core/protection/git-environment.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';

export interface GitRun {
	cwd: string;
	signal: Cancellation;
	/** `reads` leaves the repository alone, hooks and index included. */
	effect?: GitEffect;
	stdin?: string;
	/** For commands that hand patterns of their own to other git commands: paths are no longer taken for plain names. */
	patterns?: boolean;
	/** Hears what git complains about or reports as progress, as it comes. */
	onComplaint?: (text: string) => void;
	/** Settings for this run, by key. */
	settings?: Readonly<Record<string, string>>;
}

export interface GitOutcome {
	code: number;
	stdout: Buffer;
	/** The error output, with escape sequences taken out. */
	stderr: string;
	/** Both streams in the order in which they came: what a user would have seen. */
	transcript: string;
}

type End = (how: NodeJS.Signals) => void;

export interface GitRunner {
	run(args: readonly string[], run: GitRun): Promise<GitOutcome>;
	dispose(): void;
}

/** More than an agent reads in a day; past it the question has to be narrowed. */
const MAX_OUTPUT = 32 * 1024 * 1024;
const MAX_COMPLAINT_LENGTH = 100_000;
/** Milliseconds for git to take its locks away after it was told to end; then nothing waits for it any more. */
const ENDING_LIMIT = 3_000;

/** Options that fix the form of git's output, whatever the user has configured. */
const PLAIN = { 'core.quotePath': 'false', 'color.ui': 'false' };

/** Runs git, never through a shell; no process outlives its call or the window. */
export function createGitRunner(program: () => Promise<string>): GitRunner {
	const running = new Set<End>();
	return {
		async run(args, options) {
			const command = await program();
			throwIfCancelled(options.signal);
			return start(command, args, options, running);
		},
		dispose() {
			for (const end of running) {
				end('SIGTERM');
			}
		},
	};
}

function start(
	command: string,
	args: readonly string[],
	{ cwd, signal, effect = 'reads', stdin, settings = {}, patterns = false, onComplaint }: GitRun,
	running: Set<End>,
): Promise<GitOutcome> {
	const environment = { effect, isAbsolute, delimiter, settings: { ...PLAIN, ...settings } };
	const all = ['--no-pager', ...gitOptions(gitSettings(environment)), ...args];
	return new Promise((resolve, reject) => {
		// Paths are names, never patterns.
		const variables = { ...gitEnvironment(env, environment), ...(!patterns && { GIT_LITERAL_PATHSPECS: '1' }) };
		// A group of its own has no terminal that ssh could ask on, and ends together with the helpers that git starts.
		const detached = effect === 'syncs' && platform !== 'win32';
		const child = spawn(command, all, {
			cwd,
			env: variables,
			stdio: 'pipe',
			windowsHide: true,
			detached,
		});
		const end: End = how => (detached ? endGroup(child, how) : child.kill(how));
		running.add(end);
		const chunks: Buffer[] = [];
		let size = 0;
		let stderr = '';
		let transcript = '';
		let ending: NodeJS.Timeout | undefined;
		const cancelled = () => new ToolError('E_CANCELLED', 'git was ended because the call was cancelled.');
		const stopListening = signal.onCancelled(() => {
			end('SIGTERM');
			// A helper that does not end holds git's output open, and the call would never return.
			ending = setTimeout(() => {
				end('SIGKILL');
				finish(() => reject(cancelled()));
			}, ENDING_LIMIT);
		});
		const finish = (settle: () => void) => {
			clearTimeout(ending);
			stopListening();
			running.delete(end);
			settle();
		};
		child.stdout.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size > MAX_OUTPUT) {
				end('SIGTERM');
				return;
			}
			chunks.push(chunk);
			if (effect !== 'reads') {
				transcript = (transcript + chunk.toString('utf8')).slice(-MAX_COMPLAINT_LENGTH);
			}
		});
		child.stderr.setEncoding('utf8');
		child.stderr.on('data', (text: string) => {
			stderr = (stderr + text).slice(-MAX_COMPLAINT_LENGTH);
			transcript = (transcript + text).slice(-MAX_COMPLAINT_LENGTH);
			onComplaint?.(text);
		});
		// It may end before it has read everything.
		child.stdin.on('error', () => undefined);
		child.stdin.end(stdin);
		child.on('error', cause =>
			finish(() => reject(new ToolError('E_NO_GIT', `${command} does not start: ${cause.message}`, { cause }))),
		);
		child.on('close', code =>
			finish(() => {
				if (signal.cancelled) {
					reject(cancelled());
				} else if (size > MAX_OUTPUT) {
					reject(
						new ToolError('E_GIT_FAILED', `git answers with more than ${MAX_OUTPUT / 1024 / 1024} MiB.`, {
							hint: 'Ask for less: a path, filesOnly, or fewer commits.',
						}),
					);
				} else {
					resolve({
						code: code ?? -1,
						stdout: Buffer.concat(chunks),
						stderr: plain(stderr),
						transcript: plain(transcript),
					});
				}
			}),
		);
	});
}

function endGroup({ pid }: ChildProcess, how: NodeJS.Signals): void {
	if (pid === undefined) {
		return;
	}
	try {
		kill(-pid, how);
	} catch {
		// It has ended by itself.
	}
}

function plain(text: string): string {
	// eslint-disable-next-line no-control-regex
	return text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').trim();
}

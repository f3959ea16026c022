import { type ChildProcess, spawn } from 'node:child_process';
import { env } from 'node:process';
import { ToolError } from '@hawser/core/contract/errors.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import { throwIfCancelled } from '../until.ts';

export interface GitRun {
	cwd: string;
	signal: Cancellation;
	/** `reads` leaves the repository alone, hooks and index included. */
	effect?: 'reads' | 'edits';
	stdin?: string;
	/** Configuration on top, such as `core.quotePath=false`. */
	config?: readonly string[];
	trusted: boolean;
}

export interface GitOutcome {
	code: number;
	stdout: Buffer;
	/** With escape sequences taken out. */
	stderr: string;
	/** Both streams in the order in which they came: what a person would have seen. */
	transcript: string;
}

export interface GitRunner {
	run(args: readonly string[], run: GitRun): Promise<GitOutcome>;
	dispose(): void;
}

/** More than an agent reads in a day; past it the question has to be narrowed. */
const MOST_OUTPUT = 32 * 1024 * 1024;
const MOST_COMPLAINT = 100_000;

/** Variables that would point git at another repository or configuration than the one of its folder. */
const MISLEADING =
	/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|CONFIG.*|EXTERNAL_DIFF|PAGER|EDITOR|TRACE.*|CEILING_DIRECTORIES)$/;

/**
 * Programs that configuration can make git start while it only looks: the file system monitor, and gpg for signatures.
 * Filters, textconv and external diffs are refused where they would run.
 */
const QUIET = ['core.fsmonitor=false', 'log.showSignature=false', 'core.quotePath=false', 'color.ui=false'];

/** Runs git, never through a shell; no process outlives its call or the window. */
export function createGitRunner(program: () => Promise<string>): GitRunner {
	const running = new Set<ChildProcess>();
	return {
		async run(args, options) {
			const command = await program();
			throwIfCancelled(options.signal);
			return start(command, args, options, running);
		},
		dispose() {
			for (const child of running) {
				child.kill();
			}
		},
	};
}

function start(
	command: string,
	args: readonly string[],
	{ cwd, signal, effect = 'reads', stdin, config = [], trusted }: GitRun,
	running: Set<ChildProcess>,
): Promise<GitOutcome> {
	const settings = [...QUIET, ...(effect === 'reads' ? ['core.hooksPath=/dev/null'] : []), ...config];
	const all = ['--no-pager', ...settings.flatMap(setting => ['-c', setting]), ...args];
	return new Promise((resolve, reject) => {
		const child = spawn(command, all, { cwd, env: environment(effect, trusted), stdio: 'pipe', windowsHide: true });
		running.add(child);
		const chunks: Buffer[] = [];
		let size = 0;
		let stderr = '';
		let transcript = '';
		const stopListening = signal.onCancelled(() => child.kill());
		const finish = (settle: () => void) => {
			stopListening();
			running.delete(child);
			settle();
		};
		child.stdout.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size > MOST_OUTPUT) {
				child.kill();
				return;
			}
			chunks.push(chunk);
			if (effect === 'edits') {
				transcript = (transcript + chunk.toString('utf8')).slice(-MOST_COMPLAINT);
			}
		});
		child.stderr.setEncoding('utf8');
		child.stderr.on('data', (text: string) => {
			stderr = (stderr + text).slice(-MOST_COMPLAINT);
			transcript = (transcript + text).slice(-MOST_COMPLAINT);
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
					reject(new ToolError('E_CANCELLED', 'git was ended because the call was cancelled.'));
				} else if (size > MOST_OUTPUT) {
					reject(
						new ToolError('E_GIT_FAILED', `git answers with more than ${MOST_OUTPUT / 1024 / 1024} MiB.`, {
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

function environment(effect: 'reads' | 'edits', trusted: boolean): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING.test(name)));
	return {
		...inherited,
		// Messages that we recognise are English.
		LANG: 'en_US.UTF-8',
		LC_ALL: 'en_US.UTF-8',
		// Nobody sits at this terminal, and paths are names, never patterns.
		GIT_TERMINAL_PROMPT: '0',
		GIT_EDITOR: ':',
		GIT_SEQUENCE_EDITOR: ':',
		GIT_LITERAL_PATHSPECS: '1',
		...(effect === 'reads' && { GIT_OPTIONAL_LOCKS: '0' }),
		// Objects that a partial clone lacks would be fetched with a program that the repository names.
		...(!trusted && { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }),
	};
}

function plain(text: string): string {
	// eslint-disable-next-line no-control-regex
	return text.replaceAll(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').trim();
}

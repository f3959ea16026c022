import { type ChildProcess, spawn } from 'node:child_process';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import { removeIgnoreFiles } from './ignore-file.ts';

export interface RipgrepRun {
	cwd: string;
	signal: Cancellation;
	/** Searched instead of files, where the arguments say `-`. */
	stdin?: string;
	/** Returns false when it needs no more; the program is ended then. */
	onOutput: (chunk: Buffer) => boolean;
}

export interface Ripgrep extends vscode.Disposable {
	run(args: readonly string[], run: RipgrepRun): Promise<void>;
	/** All of the output as text. */
	output(args: readonly string[], run: Omit<RipgrepRun, 'onOutput'>): Promise<string>;
}

/** Ripgrep had something against the question, such as its regular expression; `explanation` is what it printed. */
export class RipgrepRefusal extends ToolError {
	readonly explanation: string;

	constructor(explanation: string) {
		super('E_INVALID_PARAMS', `ripgrep refuses the search: ${explanation.replace(/^rg: /, '')}`);
		this.explanation = explanation;
	}
}

const MAX_COMPLAINT_LENGTH = 10_000;
const EXIT_ERROR = 2;

/** Starts ripgrep, never through a shell; no process outlives its call or the window. */
export function createRipgrep(find: () => Promise<string>): Ripgrep {
	const running = new Set<ChildProcess>();
	let program: Promise<string> | undefined;

	async function locate(): Promise<string> {
		program ??= find();
		try {
			return await program;
		} catch (error) {
			program = undefined;
			throw error;
		}
	}

	async function run(args: readonly string[], { cwd, signal, stdin, onOutput }: RipgrepRun): Promise<void> {
		const command = await locate();
		throwIfCancelled(signal);
		await new Promise<void>((resolve, reject) => {
			const child = spawn(command, args, { cwd, stdio: 'pipe', windowsHide: true });
			running.add(child);
			let complaint = '';
			let satisfied = false;
			const stopListening = signal.onCancelled(() => child.kill());
			const finish = (settle: () => void) => {
				stopListening();
				running.delete(child);
				settle();
			};
			child.stdout.on('data', (chunk: Buffer) => {
				if (!satisfied && !onOutput(chunk)) {
					satisfied = true;
					child.kill();
				}
			});
			child.stderr.setEncoding('utf8');
			child.stderr.on('data', (text: string) => {
				complaint = (complaint + text).slice(0, MAX_COMPLAINT_LENGTH);
			});
			// It may end before it has read everything.
			child.stdin.on('error', () => undefined);
			child.stdin.end(stdin);
			child.on('error', cause => {
				finish(() => reject(new ToolError('E_NO_RIPGREP', `${command} does not start: ${cause.message}`, { cause })));
			});
			child.on('close', (code, endedBy) => {
				finish(() => {
					if (satisfied) {
						resolve();
					} else if (signal.cancelled || endedBy !== null) {
						reject(new ToolError('E_CANCELLED', 'The search was ended before it was done.'));
					} else if (code !== null && code >= EXIT_ERROR && complaint.trim() !== '') {
						reject(new RipgrepRefusal(complaint.trim()));
					} else {
						// 1 is "nothing found"; an error without a message is a file that could not be read.
						resolve();
					}
				});
			});
		});
	}

	return {
		run,
		async output(args, options) {
			const chunks: Buffer[] = [];
			await run(args, { ...options, onOutput: chunk => chunks.push(chunk) > 0 });
			return Buffer.concat(chunks).toString('utf8');
		},
		dispose() {
			for (const child of running) {
				child.kill();
			}
			removeIgnoreFiles();
		},
	};
}

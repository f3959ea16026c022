import { type ChildProcess, fork, spawn } from 'node:child_process';
import type { Reply } from '@hawser/core/contract/envelope.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { createOutputTail } from './output-tail.ts';
import type { FromScript, ToScript } from './process/script-protocol.ts';
import { scriptError } from './script-error.ts';

export interface ScriptRun {
	/** The name by which agents call the script. */
	tool: string;
	start: Omit<ToScript & { kind: 'start' }, 'kind'>;
	/** Milliseconds. */
	timeout: number;
	signal: Cancellation;
	/** Calls another tool for the script; it never throws. */
	call(tool: string, input: unknown): Promise<Reply>;
	progress(progress: Progress): void;
	log(text: string): void;
}

/** Megabytes that the script's own data may take. */
const MEMORY = 512;
/** Milliseconds that a cancelled script has to clean up. */
const GRACE = 500;
const MAX_CALLS_AT_ONCE = 16;

export interface Scripts {
	/** Runs the script in a process of its own, which ends with the call. Resolves with JSON. */
	run(run: ScriptRun): Promise<string>;
	/** Ends all that run. */
	dispose(): void;
}

/** `processFile` is the compiled file of script-process.ts. */
export function createScripts(processFile: string): Scripts {
	const children = new Set<ChildProcess>();
	return {
		run(run) {
			const child = start(processFile, run.start.folder);
			children.add(child);
			child.once('exit', () => children.delete(child));
			return follow(child, run);
		},
		dispose() {
			for (const child of children) {
				endGroup(child);
			}
		},
	};
}

function start(processFile: string, cwd: string): ChildProcess {
	return fork(processFile, [], {
		cwd,
		env: scriptEnvironment(),
		execArgv: [`--max-old-space-size=${MEMORY}`],
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		// A group of its own, so that what the script has started ends with it.
		detached: process.platform !== 'win32',
	});
}

function follow(child: ChildProcess, run: ScriptRun): Promise<string> {
	const output = createOutputTail([child.stdout, child.stderr]);
	const say = (message: ToScript) => {
		if (child.connected) {
			child.send(message, () => undefined);
		}
	};

	return new Promise((resolve, reject) => {
		let running = 0;
		let ended = false;
		const finish = (grace = 0) => {
			clearTimeout(timer);
			stopListening();
			child.removeAllListeners('message');
			if (!ended) {
				ended = true;
				endGroup(child, grace);
			}
		};
		const fail = (error: ToolError, grace?: number) => {
			finish(grace);
			reject(error);
		};
		const timer = setTimeout(() => {
			const { timeout } = run;
			fail(new ToolError('E_TIMEOUT', `${run.tool} did not finish within ${timeout} ms.`, { details: { timeout } }));
		}, run.timeout);
		const stopListening = run.signal.onCancelled(() => {
			say({ kind: 'cancel' });
			fail(new ToolError('E_CANCELLED', `${run.tool} was cancelled.`), GRACE);
		});

		const answerCall = async (id: number, tool: string, input: unknown) => {
			if (running >= MAX_CALLS_AT_ONCE) {
				const message = `A script makes at most ${MAX_CALLS_AT_ONCE} calls at once.`;
				const { code, hint, details } = new ToolError('E_CAPACITY', message);
				say({ kind: 'answer', id, failure: { code, message, hint, details } });
				return;
			}
			running++;
			const { envelope } = await run.call(tool, input);
			running--;
			say({ kind: 'answer', id, ...(envelope.ok ? { data: envelope.data } : { failure: envelope.error }) });
		};

		child.on('message', (message: FromScript) => {
			switch (message.kind) {
				case 'call':
					void answerCall(message.id, message.tool, message.input);
					return;
				case 'progress': {
					const { kind: _, ...progress } = message;
					run.progress(progress);
					return;
				}
				case 'log':
					run.log(message.text);
					return;
				case 'result':
					finish();
					resolve(message.json);
					return;
				case 'failure':
					fail(scriptError(run.tool, message.failure, output.text()));
			}
		});
		child.on('error', cause => fail(scriptError(run.tool, { message: cause.message }, output.text())));
		// When its output has been read too: the last lines say why it ended.
		child.on('close', (code, signal) => {
			ended = true;
			const message = `The script ended without an answer (${signal ?? `exit code ${code ?? 'unknown'}`}).`;
			fail(scriptError(run.tool, { message }, output.text()));
		});
		say({ kind: 'start', ...run.start });
	});
}

/** The environment of the user's programs, without the variables that VS Code sets for its own processes. */
function scriptEnvironment(): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/.test(name));
	return { ...Object.fromEntries(inherited), ELECTRON_RUN_AS_NODE: '1' };
}

function endGroup(child: ChildProcess, grace = 0): void {
	if (grace > 0) {
		const timer = setTimeout(() => endGroup(child), grace);
		child.once('exit', () => clearTimeout(timer));
		return;
	}
	const { pid } = child;
	if (pid === undefined) {
		return;
	}
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () =>
			child.kill(),
		);
		return;
	}
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended, and all that it started.
	}
}

import { writeFile } from 'node:fs/promises';
import type { CommandState, TerminalCommand } from '@hawser/core/ports/terminals.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { asksForInput } from './input-wanted.ts';
import { TerminalText } from './terminal-text.ts';

/** Silence after which a program that seems to ask is believed to wait. */
const QUIET_QUESTION = 2500;
/** Silence after which it is worth looking whether a process reads from the terminal. */
const QUIET_READ = 400;
const LOOK_INTERVAL = 400;
/** After an answer to a program, a pause this long means that it has said what it had to say. */
const PAUSE = 400;

export interface RecordOptions {
	terminal: string;
	command: string;
	cwd?: string | undefined;
	/** Makes the file to which `saveOutput` writes. */
	file: () => Promise<string>;
	/** The file with the output as the program wrote it. */
	rawFile?: string;
	/** True when a process of the command reads from the terminal at this moment, as far as the system tells. */
	readsInput: () => Promise<boolean>;
	onMark: (payload: string) => void;
	onDelivered?: () => void;
	interrupt?: () => void;
	outputUnknown?: () => string | undefined;
}

/** Keeps what is known of one command in a terminal, whichever source reports it. */
export class CommandRecord implements TerminalCommand {
	readonly command: string;
	running = true;
	private readonly options: RecordOptions;
	private readonly output: TerminalText;
	readonly startedAt = Date.now();
	private readonly changed = new vscode.EventEmitter<undefined>();
	private exitCode: number | undefined;
	private closed = false;
	private endedAt = 0;
	private lastOutputAt = Date.now();
	private reading = false;

	constructor(options: RecordOptions) {
		this.options = options;
		this.command = options.command;
		this.output = new TerminalText(options.onMark);
	}

	/** Called also for output that is not visible, because marks are in the text. */
	append(text: string): void {
		this.output.push(text);
		this.lastOutputAt = Date.now();
		this.reading = false;
		this.changed.fire(undefined);
	}

	end(exitCode: number | undefined, { closed = false } = {}): void {
		if (this.running) {
			this.running = false;
			this.exitCode = exitCode;
			this.closed = closed;
			this.endedAt = Date.now();
			this.changed.fire(undefined);
		}
	}

	get text(): string {
		return this.output.text;
	}

	/** Milliseconds since it ended; none while it runs. */
	endedSince(): number {
		return this.running ? 0 : Date.now() - this.endedAt;
	}

	/** Something was typed: the question, if there was one, is answered. */
	answered(): void {
		this.lastOutputAt = Date.now();
		this.reading = false;
	}

	state(): CommandState {
		const { terminal, command, cwd } = this.options;
		const outputUnknown = this.options.outputUnknown?.();
		return {
			terminal,
			command,
			...(cwd !== undefined && { cwd }),
			running: this.running,
			...(this.exitCode !== undefined && { exitCode: this.exitCode }),
			closed: this.closed,
			waitingForInput: this.waitsForInput(),
			output: this.output.text,
			...(outputUnknown !== undefined && { outputUnknown }),
			droppedLines: this.output.droppedLines,
			milliseconds: (this.running ? Date.now() : this.endedAt) - this.startedAt,
		};
	}

	async settle(...[milliseconds, signal, onOutput]: Parameters<TerminalCommand['settle']>): Promise<void> {
		const listener = onOutput && this.changed.event(onOutput);
		const stopLooking = this.lookForReaders();
		try {
			await until(this.changed.event, () => !this.running || this.waitsForInput(), { milliseconds, signal });
		} finally {
			stopLooking();
			listener?.dispose();
		}
	}

	async pause(...[milliseconds, signal]: Parameters<TerminalCommand['pause']>): Promise<void> {
		const since = this.lastOutputAt;
		const stopLooking = this.lookForReaders();
		const paused = () => this.lastOutputAt > since && Date.now() - this.lastOutputAt >= PAUSE;
		try {
			await until(this.changed.event, () => !this.running || this.waitsForInput() || paused(), {
				milliseconds,
				signal,
			});
		} finally {
			stopLooking();
		}
	}

	async untilEnded(milliseconds: number, signal: Cancellation): Promise<void> {
		await until(this.changed.event, () => !this.running, { milliseconds, signal });
	}

	async saveOutput(): Promise<string> {
		const { rawFile } = this.options;
		if (rawFile !== undefined && this.output.droppedLines > 0) {
			return rawFile;
		}
		const file = await this.options.file();
		await writeFile(file, this.output.text, { mode: 0o600 });
		return file;
	}

	delivered(): void {
		this.options.onDelivered?.();
	}

	interrupt(): void {
		if (this.running) {
			this.options.interrupt?.();
		}
	}

	private waitsForInput(): boolean {
		const quiet = Date.now() - this.lastOutputAt;
		return this.running && (this.reading || (quiet >= QUIET_QUESTION && asksForInput(this.output.text)));
	}

	/** Looks from time to time while somebody waits for the command, and has them look again. */
	private lookForReaders(): () => void {
		const timer = setInterval(() => {
			const quietSince = this.lastOutputAt;
			if (!this.running || Date.now() - quietSince < QUIET_READ) {
				return;
			}
			void this.options.readsInput().then(reads => {
				this.reading = reads && this.lastOutputAt === quietSince;
				this.changed.fire(undefined);
			});
		}, LOOK_INTERVAL);
		return () => clearInterval(timer);
	}
}

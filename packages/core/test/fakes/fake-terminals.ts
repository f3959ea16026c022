import { ToolError } from '../../src/errors/tool-error.ts';
import type {
	CommandRequest,
	CommandState,
	StopAction,
	TerminalCommand,
	TerminalFacts,
	Terminals,
} from '../../src/ports/terminals.ts';
import type { Cancellation } from '../../src/ports/values/cancellation.ts';

/** A command that is as the test says, and remembers what was done to it. */
export class FakeCommand implements TerminalCommand {
	readonly waits: number[] = [];
	interrupted = false;
	isDelivered = false;
	/** Runs while somebody waits. */
	meanwhile: (onOutput: () => void, signal: Cancellation) => void = () => undefined;
	present: CommandState;

	constructor(state: Partial<CommandState> = {}) {
		this.present = {
			terminal: '1',
			command: 'make',
			cwd: '.',
			running: false,
			closed: false,
			waitingForInput: false,
			output: '',
			droppedLines: 0,
			milliseconds: 1234,
			...(state.running === true ? {} : { exitCode: 0 }),
			...state,
		};
	}

	state() {
		return this.present;
	}

	settle(milliseconds: number, signal: Cancellation, onOutput: () => void = () => undefined) {
		this.waits.push(milliseconds);
		this.meanwhile(onOutput, signal);
		return Promise.resolve();
	}

	pause(milliseconds: number, signal: Cancellation) {
		return this.settle(milliseconds, signal);
	}

	interrupt() {
		this.interrupted = true;
	}

	saveOutput() {
		return Promise.resolve('/home/ann/.hawser/terminals/1/1.txt');
	}

	delivered() {
		this.isDelivered = true;
	}
}

export class FakeTerminals implements Terminals {
	readonly defaultWait = 30_000;
	readonly requests: CommandRequest[] = [];
	readonly sent: string[] = [];
	readonly stopped: StopAction[] = [];
	facts: TerminalFacts[] = [{ id: '1', name: 'Hawser', ours: true, shellIntegration: true, running: false }];
	private readonly last: FakeCommand;

	constructor(last: FakeCommand) {
		this.last = last;
	}

	run(request: CommandRequest) {
		this.requests.push(request);
		return Promise.resolve(this.last);
	}

	command(terminal: string | undefined) {
		if (terminal !== undefined && terminal !== '1') {
			throw new ToolError('E_TERMINAL_NOT_FOUND', `There is no terminal "${terminal}".`);
		}
		return this.last;
	}

	list() {
		return this.facts;
	}

	send(_terminal: string, text: string) {
		this.sent.push(text);
		return Promise.resolve(this.last);
	}

	stop(_terminal: string, action: StopAction) {
		this.stopped.push(action);
		const { running, exitCode } = this.last.present;
		const [facts] = this.facts;
		if (!facts) {
			throw new ToolError('E_TERMINAL_NOT_FOUND', 'There is no terminal.');
		}
		return Promise.resolve({ ...facts, running, ...(exitCode !== undefined && { exitCode }) });
	}
}

import type { SessionFacts } from '../protocol/dap-messages.ts';
import { type Fields, textIn } from '../protocol/dap-values.ts';
import { type BoundBreakpoints, createBoundBreakpoints } from './bound-breakpoints.ts';
import { createOutputTail, type OutputTail } from './output-tail.ts';

export type SessionState = 'starting' | 'running' | 'stopped' | 'ended';

export interface StopEvent {
	threadId: number | undefined;
	reason: string;
	description?: string;
	/** The thrown error, when the stop is an exception. */
	text?: string;
	hitBreakpointIds: readonly number[];
	/** All threads of the session stand, not only this one. */
	allThreads: boolean;
	/** Counts stops over all sessions: the highest is the latest. */
	order: number;
}

export interface ModelSession {
	readonly facts: SessionFacts;
	readonly state: SessionState;
	/** Another number after every stop and every resumption: what the adapter handed out before is void then. */
	readonly generation: number;
	/** Stopped threads, the latest stop last. */
	readonly stops: readonly StopEvent[];
	/** The latest stop, also when it is over. */
	readonly lastStop: StopEvent | undefined;
	readonly threads: ReadonlyMap<number, string>;
	readonly capabilities: Fields;
	readonly breakpoints: BoundBreakpoints;
	readonly output: OutputTail;
	/** Exception filters that VS Code asked this adapter for. */
	readonly exceptionFilters: readonly string[];
	readonly exitCode: number | undefined;
	/** Name of the terminal that the program runs in, when it runs in one. */
	readonly terminal: string | undefined;
	/** Why the program did not start. */
	readonly failure: string | undefined;
}

/** The same as the model writes it. */
export class Session implements ModelSession {
	state: SessionState = 'starting';
	generation = 1;
	stops: StopEvent[] = [];
	lastStop: StopEvent | undefined;
	readonly threads = new Map<number, string>();
	capabilities: Fields = {};
	readonly breakpoints = createBoundBreakpoints();
	readonly output = createOutputTail();
	exceptionFilters: readonly string[] = [];
	exitCode: number | undefined;
	terminal: string | undefined;
	failure: string | undefined;
	/** Requests without an answer, with the stops that a refused resumption brings back. */
	readonly pending = new Map<number, { request: Fields; stops: readonly StopEvent[] }>();
	readonly facts: SessionFacts;

	constructor(facts: SessionFacts) {
		this.facts = facts;
	}
}

/** js-debug sends no `exited`; it writes the code of a program that failed. */
const EXIT_IN_OUTPUT = /^Process exited with code (\d+)\s*$/;

export function addOutput(session: Session, body: Fields, order: number): void {
	const category = textIn(body, 'category') ?? 'console';
	const text = textIn(body, 'output') ?? '';
	if (category === 'telemetry') {
		return;
	}
	session.exitCode = exitCodeIn(session.facts, text) ?? session.exitCode;
	session.output.add(category, text, order);
}

export function exitCodeIn({ type }: SessionFacts, output: string): number | undefined {
	const code = type.startsWith('pwa-') ? EXIT_IN_OUTPUT.exec(output)?.[1] : undefined;
	return code === undefined ? undefined : Number(code);
}

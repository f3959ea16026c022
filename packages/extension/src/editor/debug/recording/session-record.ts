import type { RecordedFrame } from '@hawser/core/ports/recordings.ts';
import { createBoundBreakpoints } from '../bound-breakpoints.ts';
import type { DapEvent, SessionFacts } from '../dap-messages.ts';
import { type Fields, fieldsIn, fieldsOf, flagIn, listIn, numberIn, textIn, textsIn } from '../dap-values.ts';
import { errorText, RESUMES } from '../debug-model.ts';
import { exitCodeIn } from '../model-session.ts';
import { createOutputLines } from './output-lines.ts';
import { countName, createRecordRings, type KeptEntry } from './record-rings.ts';
import { createThrownInOutput, framesIn, type PrintedException } from './thrown-in-output.ts';

type NewEntry = Omit<KeptEntry, 'order' | 'time' | 'sessionId'>;

const FRAMES = 30;
const TEXT_LENGTH = 4000;
/** Requests whose answer never comes must not pile up. */
const UNANSWERED = 500;

/** Turns the messages of one session into entries, and remembers what its adapter said about itself. */
export class SessionRecord {
	readonly rings = createRecordRings();
	readonly breakpoints = createBoundBreakpoints();
	readonly threads = new Map<number, string>();
	readonly events: Record<string, number> = {};
	readonly requests: Record<string, number> = {};
	readonly messages = { sent: 0, received: 0 };
	capabilities: Fields = {};
	exceptionFilters: readonly string[] = [];
	state: 'running' | 'stopped' | 'ended' = 'running';
	startedAt = 0;
	endedAt: number | undefined;
	exitCode: number | undefined;
	facts: SessionFacts;
	private readonly nextOrder: () => number;
	private now = 0;
	private isEnding = false;
	private readonly unanswered = new Map<number, { request: Fields; time: number }>();
	/** The last stop of each thread and what was thrown there: the place comes with the answer to a later question. */
	private readonly stops = new Map<number, { stop: KeptEntry; thrown?: KeptEntry }>();
	private readonly outputs = new Map<string, (piece: string) => void>();
	private outputPlace: Pick<KeptEntry, 'path' | 'line' | 'column'> = {};

	constructor(facts: SessionFacts, nextOrder: () => number) {
		this.facts = facts;
		this.nextOrder = nextOrder;
	}

	take(event: DapEvent): void {
		this.now = event.time;
		switch (event.kind) {
			case 'opened':
				this.facts = event.session;
				this.startedAt ||= event.time;
				this.endedAt = undefined;
				this.isEnding = false;
				this.state = 'running';
				this.add({ kind: 'started', text: event.session.name });
				break;
			case 'sent':
				this.messages.sent++;
				this.sent(fieldsOf(event.message));
				break;
			case 'received':
				this.messages.received++;
				this.received(fieldsOf(event.message));
				break;
			case 'adapterFailed':
				// After the end, the connection breaks off as it should.
				if (!this.isEnding) {
					this.add({ kind: 'failed', text: shorten(event.message) });
				}
				break;
			case 'ended':
				this.state = 'ended';
				this.endedAt = event.time;
				this.stops.clear();
				this.unanswered.clear();
				this.add({ kind: 'ended', text: this.facts.name });
				break;
		}
	}

	private add(entry: NewEntry): KeptEntry {
		const kept: KeptEntry = { order: this.nextOrder(), time: this.now, sessionId: this.facts.id, ...entry };
		this.rings.add(kept);
		return kept;
	}

	private sent(message: Fields): void {
		const command = textIn(message, 'command');
		const seq = numberIn(message, 'seq');
		if (textIn(message, 'type') !== 'request' || command === undefined || seq === undefined) {
			return;
		}
		countName(this.requests, command);
		this.isEnding ||= command === 'disconnect' || command === 'terminate';
		if (RESUMES.has(command) && this.state === 'stopped') {
			this.state = 'running';
			const threadId = numberIn(fieldsIn(message, 'arguments'), 'threadId');
			this.add({ kind: 'continued', text: '', reason: command, ...(threadId !== undefined && { threadId }) });
		}
		this.unanswered.set(seq, { request: message, time: this.now });
		if (this.unanswered.size > UNANSWERED) {
			const [oldest] = this.unanswered.keys();
			this.unanswered.delete(oldest ?? seq);
		}
	}

	private received(message: Fields): void {
		const type = textIn(message, 'type');
		if (type === 'event') {
			const event = textIn(message, 'event') ?? 'unknown';
			countName(this.events, event);
			this.handleEvent(event, fieldsIn(message, 'body'));
		} else if (type === 'response') {
			this.answered(message);
		}
	}

	private answered(response: Fields): void {
		const seq = numberIn(response, 'request_seq') ?? -1;
		const asked = this.unanswered.get(seq);
		this.unanswered.delete(seq);
		if (!asked) {
			return;
		}
		const command = textIn(asked.request, 'command') ?? '';
		const threadId = numberIn(fieldsIn(asked.request, 'arguments'), 'threadId');
		const failed = !flagIn(response, 'success');
		this.add({
			kind: 'request',
			text: failed ? shorten(`${command}: ${errorText(response)}`) : command,
			duration: this.now - asked.time,
			...(threadId !== undefined && { threadId }),
			...(failed && { failed: true as const }),
		});
		if (failed && RESUMES.has(command) && this.state === 'running') {
			this.state = 'stopped';
		}
		if (!failed) {
			this.learn(command, asked.request, response);
		}
	}

	private learn(command: string, request: Fields, response: Fields): void {
		const asked = fieldsIn(request, 'arguments');
		const body = fieldsIn(response, 'body');
		switch (command) {
			case 'initialize':
				this.capabilities = body;
				break;
			case 'setBreakpoints':
			case 'setFunctionBreakpoints':
				this.breakpoints.answered(request, response);
				break;
			case 'setExceptionBreakpoints':
				this.exceptionFilters = [
					...new Set([
						...textsIn(asked, 'filters'),
						...listIn(asked, 'filterOptions').flatMap(option => textIn(option, 'filterId') ?? []),
					]),
				];
				break;
			case 'threads':
				listIn(body, 'threads').forEach(thread => {
					this.threads.set(numberIn(thread, 'id') ?? 0, textIn(thread, 'name') ?? '');
				});
				break;
			case 'stackTrace':
				if ((numberIn(asked, 'startFrame') ?? 0) === 0) {
					this.placeStop(numberIn(asked, 'threadId') ?? 0, listIn(body, 'stackFrames').map(toFrame));
				}
				break;
			case 'exceptionInfo':
				this.explain(numberIn(asked, 'threadId') ?? 0, body);
				break;
		}
	}

	private handleEvent(event: string, body: Fields): void {
		const reason = textIn(body, 'reason') ?? 'unknown';
		const threadId = numberIn(body, 'threadId');
		const ofThread = threadId === undefined ? {} : { threadId };
		switch (event) {
			case 'output':
				this.takeOutput(body);
				break;
			case 'stopped':
				this.takeStop(reason, body, ofThread);
				break;
			case 'continued':
				// Most adapters send it also after a request, which has told so already.
				if (this.state === 'stopped') {
					this.state = 'running';
					this.add({ kind: 'continued', text: '', ...ofThread });
				}
				break;
			case 'thread':
				if (reason === 'exited') {
					this.threads.delete(threadId ?? 0);
				} else if (!this.threads.has(threadId ?? 0)) {
					this.threads.set(threadId ?? 0, '');
				}
				this.add({ kind: 'thread', text: '', reason, ...ofThread });
				break;
			case 'breakpoint': {
				this.breakpoints.changed(body);
				const { verified, message, ...place } = newsOf(fieldsIn(body, 'breakpoint'));
				this.add({ kind: 'breakpoint', text: message ?? (verified ? 'verified' : 'not verified'), reason, ...place });
				break;
			}
			case 'process': {
				const pid = numberIn(body, 'systemProcessId');
				const name = textIn(body, 'name') ?? '';
				this.add({ kind: 'process', text: pid === undefined ? name : `${name} (process ${pid})` });
				break;
			}
			case 'capabilities':
				this.capabilities = { ...this.capabilities, ...fieldsIn(body, 'capabilities') };
				break;
			case 'exited':
				this.exited(numberIn(body, 'exitCode'));
				break;
			case 'terminated':
				this.isEnding = true;
				this.add({ kind: 'terminated', text: '' });
				break;
		}
	}

	private exited(exitCode: number | undefined): void {
		this.exitCode = exitCode ?? this.exitCode;
		this.add({ kind: 'exited', text: '', ...(exitCode !== undefined && { exitCode }) });
	}

	private takeStop(reason: string, body: Fields, ofThread: { threadId?: number }): void {
		this.state = 'stopped';
		const text = shorten(textIn(body, 'text') ?? textIn(body, 'description') ?? '');
		const stop = this.add({ kind: 'stopped', text, reason, ...ofThread, ...this.placeOfHit(body) });
		const thrown =
			reason === 'exception' ? this.add({ kind: 'exception', text, origin: 'debugger', ...ofThread }) : undefined;
		this.stops.set(ofThread.threadId ?? 0, { stop, ...(thrown && { thrown }) });
	}

	/** Where nobody asks for the stack, the breakpoint tells the place. */
	private placeOfHit(body: Fields) {
		const { hitBreakpointIds: hit } = body;
		const [first] = Array.isArray(hit) ? hit.filter(id => typeof id === 'number') : [];
		const bound = this.breakpoints.all().find(({ id }) => id !== undefined && id === first);
		const line = bound?.boundLine ?? bound?.line;
		return bound?.path === undefined || line === undefined ? {} : { path: bound.path, line };
	}

	private placeStop(threadId: number, frames: readonly RecordedFrame[]): void {
		const [top] = frames;
		const { stop, thrown } = this.stops.get(threadId) ?? {};
		for (const entry of [stop, thrown]) {
			if (entry && entry.path === undefined && top?.path !== undefined) {
				Object.assign(entry, placeIn(top));
				this.rings.placed(entry);
			}
		}
		if (thrown && frames.length > (thrown.stack?.length ?? 0)) {
			thrown.stack = frames.slice(0, FRAMES);
		}
	}

	/** What was thrown, in more words than the stop had. */
	private explain(threadId: number, info: Fields): void {
		const thrown = this.stops.get(threadId)?.thrown;
		if (!thrown) {
			return;
		}
		const details = fieldsIn(info, 'details');
		const message = textIn(info, 'description') ?? textIn(details, 'message') ?? '';
		const id = textIn(info, 'exceptionId') ?? '';
		const text = message.includes(id) ? message : [id, message].filter(Boolean).join(': ');
		thrown.text = text === '' ? thrown.text : shorten(text);
		const frames = framesIn(textIn(details, 'stackTrace') ?? '');
		if (frames.length > (thrown.stack?.length ?? 0)) {
			thrown.stack = frames;
		}
		if (/unhandled$/i.test(textIn(info, 'breakMode') ?? '')) {
			thrown.uncaught = true;
		}
	}

	private takeOutput(body: Fields): void {
		const category = textIn(body, 'category') ?? 'console';
		const text = textIn(body, 'output') ?? '';
		const path = textIn(fieldsIn(body, 'source'), 'path') ?? textIn(fieldsIn(body, 'source'), 'name');
		const [line, column] = [numberIn(body, 'line'), numberIn(body, 'column')];
		this.outputPlace = {
			...(path !== undefined && { path }),
			...(line !== undefined && { line }),
			...(column !== undefined && { column }),
		};
		const lines = this.outputs.get(category) ?? this.outputOf(category);
		this.outputs.set(category, lines);
		lines(text);
		const code = exitCodeIn(this.facts, text);
		if (code !== undefined) {
			this.exited(code);
		}
	}

	private outputOf(category: string): (piece: string) => void {
		// What a program prints to stdout is its result; a stack trace there may be anything.
		const findThrown =
			category === 'stdout' || category === 'telemetry'
				? () => undefined
				: createThrownInOutput(printed => this.takePrinted(printed));
		return createOutputLines({
			begin: text => this.add({ kind: 'output', text, category, ...this.outputPlace }),
			grow: (entry, text) => {
				entry.text = text;
			},
			complete: findThrown,
		});
	}

	/** What the debugger stopped at is often printed afterwards: that is one exception. */
	private takePrinted({ text, uncaught, stack }: PrintedException): void {
		const last = this.rings.last('exception');
		const [first = ''] = text.split('\n');
		if (last?.origin === 'debugger' && last.text.includes(first)) {
			if (uncaught) {
				last.uncaught = true;
			}
			last.stack ??= stack;
			return;
		}
		const top = stack.find(({ path }) => path !== undefined && !path.startsWith('node:'));
		this.add({
			kind: 'exception',
			text: shorten(text),
			origin: 'output',
			stack,
			...(uncaught && { uncaught: true as const }),
			...(top && placeIn(top)),
		});
	}
}

function toFrame(frame: Fields): RecordedFrame {
	const source = fieldsIn(frame, 'source');
	const path = textIn(source, 'path') ?? textIn(source, 'name');
	return {
		functionName: textIn(frame, 'name') ?? '',
		...(path !== undefined && { path }),
		line: numberIn(frame, 'line') ?? 0,
		column: numberIn(frame, 'column') ?? 0,
	};
}

function placeIn({ path, line, column }: RecordedFrame) {
	return { ...(path !== undefined && { path }), line, ...(column !== undefined && { column }) };
}

function newsOf(breakpoint: Fields) {
	const path = textIn(fieldsIn(breakpoint, 'source'), 'path');
	const line = numberIn(breakpoint, 'line');
	return {
		verified: flagIn(breakpoint, 'verified'),
		message: textIn(breakpoint, 'message'),
		...(path !== undefined && { path }),
		...(line !== undefined && { line }),
	};
}

function shorten(text: string): string {
	return text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH - 1)}…`;
}

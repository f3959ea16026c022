import { setBounded } from '@hawser/node/set-bounded.ts';
import { errorText, RESUMES } from '../model/debug-model.ts';
import { exitCodeIn } from '../model/model-session.ts';
import type { DapEvent, SessionFacts } from '../protocol/dap-messages.ts';
import { type Fields, fieldsIn, fieldsOf, flagIn, numberIn, textIn } from '../protocol/dap-values.ts';
import { AdapterFacts } from './adapter-facts.ts';
import { createOutputLines } from './output-lines.ts';
import { createRecordRings, type KeptEntry, type NewEntry, shortenEntry } from './record-rings.ts';
import { createRecordedStops } from './recorded-stops.ts';
import { createThrownInOutput } from './thrown-in-output.ts';

/** Requests whose answer never comes must not pile up. */
const UNANSWERED = 500;

/** Turns the messages of one session into entries. */
export class SessionRecord {
	readonly rings = createRecordRings();
	readonly adapter = new AdapterFacts();
	state: 'running' | 'stopped' | 'ended' = 'running';
	startedAt = 0;
	endedAt: number | undefined;
	exitCode: number | undefined;
	facts: SessionFacts;
	private readonly nextOrder: () => number;
	private now = 0;
	private isEnding = false;
	/** How often the program went on. */
	private resumed = 0;
	private readonly unanswered = new Map<number, { request: Fields; time: number; resumed: number }>();
	private readonly outputs = new Map<string, (piece: string) => void>();
	private outputPlace: Pick<KeptEntry, 'path' | 'line' | 'column'> = {};
	private readonly stops = createRecordedStops({
		rings: this.rings,
		breakpoints: this.adapter.breakpoints,
		add: entry => this.add(entry),
	});

	constructor(facts: SessionFacts, nextOrder: () => number) {
		this.facts = facts;
		this.nextOrder = nextOrder;
	}

	take(event: DapEvent): void {
		this.now = event.time;
		switch (event.kind) {
			case 'opened':
				this.opened(event.session);
				break;
			case 'sent':
				this.adapter.messages.sent++;
				this.sent(fieldsOf(event.message));
				break;
			case 'received':
				this.adapter.messages.received++;
				this.received(fieldsOf(event.message));
				break;
			case 'adapterFailed':
				// After the end, the connection breaks off as it should.
				if (!this.isEnding) {
					this.add({ kind: 'failed', text: shortenEntry(event.message) });
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

	/** Called also when the program is restarted: then the session keeps its id. */
	private opened(facts: SessionFacts): void {
		this.facts = facts;
		this.startedAt ||= this.now;
		this.endedAt = undefined;
		this.exitCode = undefined;
		this.isEnding = false;
		this.state = 'running';
		this.add({ kind: 'started', text: facts.name });
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
		this.adapter.asked(command);
		this.isEnding ||= command === 'disconnect' || command === 'terminate';
		if (RESUMES.has(command) && this.state === 'stopped') {
			this.goOn({ reason: command, ...threadIn(fieldsIn(message, 'arguments')) });
		}
		setBounded(this.unanswered, seq, { request: message, time: this.now, resumed: this.resumed }, UNANSWERED);
	}

	private received(message: Fields): void {
		const type = textIn(message, 'type');
		if (type === 'event') {
			const [event, body] = [textIn(message, 'event') ?? 'unknown', fieldsIn(message, 'body')];
			this.adapter.happened(event, body);
			this.handleEvent(event, body);
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
		const failed = !flagIn(response, 'success');
		// What was asked about a stop has no answer once the program has gone on or ended: nothing is wrong with the adapter.
		const isLate = this.isEnding || asked.resumed !== this.resumed;
		this.add({
			kind: 'request',
			text: failed ? shortenEntry(`${command}: ${errorText(response)}`) : command,
			duration: this.now - asked.time,
			...threadIn(fieldsIn(asked.request, 'arguments')),
			...(failed && !isLate && { failed: true as const }),
		});
		if (!failed) {
			this.adapter.answered(command, asked.request, response);
			this.stops.answered(command, asked.request, response);
		} else if (RESUMES.has(command) && this.state === 'running') {
			this.state = 'stopped';
		}
	}

	private handleEvent(event: string, body: Fields): void {
		const reason = textIn(body, 'reason') ?? 'unknown';
		switch (event) {
			case 'output':
				this.takeOutput(body);
				break;
			case 'stopped':
				this.state = 'stopped';
				this.stops.stopped(reason, body);
				break;
			case 'continued':
				// Most adapters send it also after a request, which has told so already.
				if (this.state === 'stopped') {
					this.goOn(threadIn(body));
				}
				break;
			case 'thread':
				this.add({ kind: 'thread', text: '', reason, ...threadIn(body) });
				break;
			case 'breakpoint':
				this.add({ kind: 'breakpoint', reason, ...newsOf(fieldsIn(body, 'breakpoint')) });
				break;
			case 'process': {
				const pid = numberIn(body, 'systemProcessId');
				const name = textIn(body, 'name') ?? '';
				this.add({ kind: 'process', text: pid === undefined ? name : `${name} (process ${pid})` });
				break;
			}
			case 'exited':
				this.exited(numberIn(body, 'exitCode'));
				break;
			case 'terminated':
				this.isEnding = true;
				this.add({ kind: 'terminated', text: '' });
				break;
		}
	}

	private goOn(facts: Pick<KeptEntry, 'reason' | 'threadId'>): void {
		this.state = 'running';
		this.resumed++;
		this.add({ kind: 'continued', text: '', ...facts });
	}

	private exited(exitCode: number | undefined): void {
		this.exitCode = exitCode ?? this.exitCode;
		this.add({ kind: 'exited', text: '', ...(exitCode !== undefined && { exitCode }) });
	}

	private takeOutput(body: Fields): void {
		const category = textIn(body, 'category') ?? 'console';
		const text = textIn(body, 'output') ?? '';
		const source = fieldsIn(body, 'source');
		this.outputPlace = { ...placeOf(textIn(source, 'path') ?? textIn(source, 'name'), body) };
		const lines = this.outputs.get(category) ?? this.outputOf(category);
		this.outputs.set(category, lines);
		lines(text);
		const code = exitCodeIn(this.facts, text);
		if (code !== undefined) {
			this.exited(code);
		}
	}

	private outputOf(category: string): (piece: string) => void {
		// Standard output carries a program's results, and a stack trace in it may be anything.
		const findThrown =
			category === 'stdout' || category === 'telemetry'
				? () => undefined
				: createThrownInOutput(printed => this.stops.printed(printed));
		return createOutputLines({
			begin: text => this.add({ kind: 'output', text, category, ...this.outputPlace }),
			grow: (entry, text) => {
				entry.text = text;
			},
			complete: findThrown,
		});
	}
}

function threadIn(fields: Fields): { threadId?: number } {
	const threadId = numberIn(fields, 'threadId');
	return threadId === undefined ? {} : { threadId };
}

function placeOf(path: string | undefined, fields: Fields): Pick<KeptEntry, 'path' | 'line' | 'column'> {
	const [line, column] = [numberIn(fields, 'line'), numberIn(fields, 'column')];
	return {
		...(path !== undefined && { path }),
		...(line !== undefined && { line }),
		...(column !== undefined && { column }),
	};
}

function newsOf(breakpoint: Fields) {
	const state = flagIn(breakpoint, 'verified') ? 'verified' : 'not verified';
	return {
		text: shortenEntry(textIn(breakpoint, 'message') ?? state),
		...placeOf(textIn(fieldsIn(breakpoint, 'source'), 'path'), breakpoint),
	};
}

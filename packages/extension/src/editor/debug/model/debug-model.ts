import type { DapEvent, DapMessages } from '../protocol/dap-messages.ts';
import { type Fields, fieldsIn, fieldsOf, flagIn, listIn, numberIn, textIn } from '../protocol/dap-values.ts';
import { addOutput, type ModelSession, Session, type StopEvent } from './model-session.ts';

export type { ModelSession, StopEvent } from './model-session.ts';

export interface DebugModel {
	sessions(): readonly ModelSession[];
	find(id: string): ModelSession | undefined;
	/** The order of the latest stop so far; later ones have a higher one. */
	readonly latestStop: number;
	/** Called after every event that changed something; the returned function removes the listener. */
	onChange(listener: (session: ModelSession) => void): () => void;
	dispose(): void;
}

/** Ended sessions stay known: an agent may ask about one that ended a moment ago. */
const ENDED_SESSIONS_KEPT = 20;
export const RESUMES: ReadonlySet<string> = new Set([
	'continue',
	'next',
	'stepIn',
	'stepOut',
	'stepBack',
	'reverseContinue',
	'goto',
	'restartFrame',
]);
/** VS Code's name for a terminal whose debugger gives it no title. */
const UNTITLED_TERMINAL = 'Debug Process';
const STARTS = new Set(['initialize', 'launch', 'attach']);

/** Works out from the messages alone what every session is doing. Knows no vscode, so recordings can be played to it. */
export function createDebugModel(messages: DapMessages): DebugModel {
	const sessions = new Map<string, Session>();
	const listeners = new Set<(session: ModelSession) => void>();
	let stopCount = 0;
	let outputCount = 0;

	const take = (event: DapEvent): Session | undefined => {
		if (event.kind === 'opened') {
			const session = new Session(event.session);
			// Last in line, though a restarted session has an id that is known already.
			sessions.delete(event.session.id);
			sessions.set(event.session.id, session);
			return session;
		}
		const session = sessions.get(event.sessionId);
		if (!session) {
			return undefined;
		}
		switch (event.kind) {
			case 'sent':
				return request(session, fieldsOf(event.message)) ? session : undefined;
			case 'received':
				return received(session, fieldsOf(event.message)) ? session : undefined;
			case 'adapterFailed':
				if (session.state === 'starting') {
					session.failure ??= event.message;
				}
				return session;
			case 'ended':
				session.state = 'ended';
				session.stops = [];
				session.generation++;
				forgetOldest();
				return session;
		}
	};

	const forgetOldest = () => {
		const ended = [...sessions.values()].filter(({ state }) => state === 'ended');
		ended.slice(0, -ENDED_SESSIONS_KEPT).forEach(({ facts }) => sessions.delete(facts.id));
	};

	const request = (session: Session, message: Fields): boolean => {
		const command = textIn(message, 'command') ?? '';
		const seq = numberIn(message, 'seq');
		if (
			seq !== undefined &&
			(RESUMES.has(command) || STARTS.has(command) || command.startsWith('set') || command === 'threads')
		) {
			session.pending.set(seq, { request: message, stops: session.stops });
		}
		if (!RESUMES.has(command)) {
			return false;
		}
		// Adapters may send the next `stopped` before they answer, so the thread counts as running from the request on.
		const asked = fieldsIn(message, 'arguments');
		resume(session, numberIn(asked, 'threadId'), !flagIn(asked, 'singleThread'));
		return true;
	};

	const received = (session: Session, message: Fields): boolean => {
		const type = textIn(message, 'type');
		if (type === 'event') {
			return handleEvent(session, textIn(message, 'event') ?? '', fieldsIn(message, 'body'));
		}
		if (type === 'request' && textIn(message, 'command') === 'runInTerminal') {
			session.terminal = textIn(fieldsIn(message, 'arguments'), 'title') ?? UNTITLED_TERMINAL;
			return true;
		}
		return type === 'response' && handleResponse(session, message);
	};

	const handleResponse = (session: Session, message: Fields): boolean => {
		const seq = numberIn(message, 'request_seq') ?? -1;
		const pending = session.pending.get(seq);
		if (!pending) {
			return false;
		}
		session.pending.delete(seq);
		const command = textIn(pending.request, 'command') ?? '';
		const body = fieldsIn(message, 'body');
		if (!flagIn(message, 'success')) {
			if (STARTS.has(command)) {
				session.failure ??= errorText(message);
			} else if (RESUMES.has(command) && session.state === 'running') {
				session.stops = [...pending.stops];
				session.state = session.stops.length > 0 ? 'stopped' : session.state;
			}
			return true;
		}
		if (command === 'initialize') {
			session.capabilities = body;
		} else if (command === 'launch' || command === 'attach') {
			session.state = session.state === 'starting' ? 'running' : session.state;
		} else if (command === 'setBreakpoints' || command === 'setFunctionBreakpoints') {
			session.breakpoints.answered(pending.request, message);
		} else if (command === 'setExceptionBreakpoints') {
			session.exceptionFilters = filtersOf(pending.request);
		} else if (command === 'threads') {
			session.threads.clear();
			listIn(body, 'threads').forEach(thread => {
				session.threads.set(numberIn(thread, 'id') ?? 0, textIn(thread, 'name') ?? '');
			});
		}
		return true;
	};

	const handleEvent = (session: Session, event: string, body: Fields): boolean => {
		switch (event) {
			case 'stopped':
				stop(session, body);
				return true;
			case 'continued': {
				const threadId = numberIn(body, 'threadId');
				resume(session, threadId, body['allThreadsContinued'] !== false);
				return true;
			}
			case 'thread': {
				const threadId = numberIn(body, 'threadId') ?? 0;
				if (textIn(body, 'reason') === 'exited') {
					session.threads.delete(threadId);
					resume(session, threadId, false);
				} else if (!session.threads.has(threadId)) {
					session.threads.set(threadId, '');
				}
				return true;
			}
			case 'process':
				session.state = session.state === 'starting' ? 'running' : session.state;
				return true;
			case 'capabilities':
				session.capabilities = { ...session.capabilities, ...fieldsIn(body, 'capabilities') };
				return true;
			case 'breakpoint':
				session.breakpoints.changed(body);
				return true;
			case 'exited':
				session.exitCode = numberIn(body, 'exitCode') ?? session.exitCode;
				return true;
			case 'output':
				addOutput(session, body, ++outputCount);
				return true;
			default:
				return false;
		}
	};

	const stop = (session: Session, body: Fields) => {
		const threadId = numberIn(body, 'threadId');
		const description = textIn(body, 'description');
		const text = textIn(body, 'text');
		const stopped: StopEvent = {
			threadId,
			reason: textIn(body, 'reason') ?? 'unknown',
			...(description !== undefined && { description }),
			...(text !== undefined && { text }),
			hitBreakpointIds: numbersIn(body, 'hitBreakpointIds'),
			allThreads: flagIn(body, 'allThreadsStopped'),
			order: ++stopCount,
		};
		session.stops = [...session.stops.filter(({ threadId: id }) => id !== threadId), stopped];
		session.lastStop = stopped;
		session.state = 'stopped';
		session.generation++;
	};

	const resume = (session: Session, threadId: number | undefined, others: boolean) => {
		session.stops = others ? [] : session.stops.filter(({ threadId: id }) => id !== threadId);
		if (session.stops.length === 0 && session.state === 'stopped') {
			session.state = 'running';
		}
		session.generation++;
	};

	const unfollow = messages.follow(event => {
		const session = take(event);
		if (session) {
			[...listeners].forEach(listener => listener(session));
		}
	});
	return {
		sessions: () => [...sessions.values()],
		find: id => sessions.get(id),
		get latestStop() {
			return stopCount;
		},
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		dispose() {
			unfollow();
			listeners.clear();
		},
	};
}

function filtersOf(request: Fields): readonly string[] {
	const asked = fieldsIn(request, 'arguments');
	const { filters } = asked;
	const plain = Array.isArray(filters) ? filters.filter(filter => typeof filter === 'string') : [];
	return [
		...new Set([...plain, ...listIn(asked, 'filterOptions').flatMap(option => textIn(option, 'filterId') ?? [])]),
	];
}

function numbersIn(fields: Fields, key: string): readonly number[] {
	const value = fields[key];
	return Array.isArray(value) ? value.filter(item => typeof item === 'number') : [];
}

/** The adapter's own words: the format of the error with its variables filled in, or the short message. */
export function errorText(response: Fields): string {
	const error = fieldsIn(fieldsIn(response, 'body'), 'error');
	const variables = fieldsIn(error, 'variables');
	const format = textIn(error, 'format')?.replaceAll(
		/\{(\w+)\}/g,
		(whole, name: string) => textIn(variables, name) ?? whole,
	);
	const text = format ?? textIn(response, 'message') ?? 'The debug adapter gave no reason.';
	// Some adapters send the stack of their own code along.
	return text
		.split('\n')
		.filter(line => !/^\s+at /.test(line))
		.join('\n');
}

import type { RecordedFrame } from '@hawser/core/ports/recordings.ts';
import type { BoundBreakpoints } from '../model/bound-breakpoints.ts';
import { type Fields, fieldsIn, listIn, numberIn, textIn } from '../protocol/dap-values.ts';
import { type KeptEntry, type NewEntry, type RecordRings, shortenEntry } from './record-rings.ts';
import { framesIn, type PrintedException } from './thrown-in-output.ts';

const FRAMES = 30;

export interface RecordedStops {
	stopped(reason: string, body: Fields): void;
	/** An answer that says more about where a thread stands, or what was thrown there. */
	answered(command: string, request: Fields, response: Fields): void;
	printed(exception: PrintedException): void;
	clear(): void;
}

/** Stops and exceptions of one session. Places and texts come with the answers to later questions. */
export function createRecordedStops({
	rings,
	breakpoints,
	add,
}: {
	rings: RecordRings;
	breakpoints: BoundBreakpoints;
	add: (entry: NewEntry) => KeptEntry;
}): RecordedStops {
	/** The last stop of each thread, and what was thrown there. */
	const stops = new Map<number, { stop: KeptEntry; thrown?: KeptEntry }>();

	const place = (threadId: number, frames: readonly RecordedFrame[]) => {
		const [top] = frames;
		const { stop, thrown } = stops.get(threadId) ?? {};
		for (const entry of [stop, thrown]) {
			if (entry && entry.path === undefined && top?.path !== undefined) {
				Object.assign(entry, placeIn(top));
				rings.placed(entry);
			}
		}
		if (thrown && frames.length > (thrown.stack?.length ?? 0)) {
			thrown.stack = frames.slice(0, FRAMES);
		}
	};

	const explain = (thrown: KeptEntry, info: Fields) => {
		const details = fieldsIn(info, 'details');
		const message = textIn(info, 'description') ?? textIn(details, 'message') ?? '';
		const id = textIn(info, 'exceptionId') ?? '';
		const text = message.includes(id) ? message : [id, message].filter(Boolean).join(': ');
		thrown.text = text === '' ? thrown.text : shortenEntry(text);
		const frames = framesIn(textIn(details, 'stackTrace') ?? '');
		if (frames.length > (thrown.stack?.length ?? 0)) {
			thrown.stack = frames;
		}
		if (/unhandled$/i.test(textIn(info, 'breakMode') ?? '')) {
			thrown.uncaught = true;
		}
	};

	/** When nobody asks for the stack, the breakpoint tells the place. */
	const placeOfHit = ({ hitBreakpointIds: hit }: Fields) => {
		const [first] = Array.isArray(hit) ? hit.filter(id => typeof id === 'number') : [];
		const bound = breakpoints.all().find(({ id }) => id !== undefined && id === first);
		const line = bound?.boundLine ?? bound?.line;
		return bound?.path === undefined || line === undefined ? {} : { path: bound.path, line };
	};

	return {
		stopped(reason, body) {
			const threadId = numberIn(body, 'threadId');
			const text = shortenEntry(textIn(body, 'text') ?? textIn(body, 'description') ?? '');
			const common = { text, ...(threadId !== undefined && { threadId }) };
			const stop = add({ kind: 'stopped', reason, ...common, ...placeOfHit(body) });
			const thrown = reason === 'exception' ? add({ kind: 'exception', origin: 'debugger', ...common }) : undefined;
			stops.set(threadId ?? 0, { stop, ...(thrown && { thrown }) });
		},
		answered(command, request, response) {
			const asked = fieldsIn(request, 'arguments');
			const threadId = numberIn(asked, 'threadId') ?? 0;
			const thrown = stops.get(threadId)?.thrown;
			if (command === 'stackTrace' && (numberIn(asked, 'startFrame') ?? 0) === 0) {
				place(threadId, listIn(fieldsIn(response, 'body'), 'stackFrames').map(toFrame));
			} else if (command === 'exceptionInfo' && thrown) {
				explain(thrown, fieldsIn(response, 'body'));
			}
		},
		printed({ text, uncaught, stack }) {
			const last = rings.last('exception');
			const [first = ''] = text.split('\n');
			// An exception at which the debugger stopped is often printed afterwards; both together are one.
			if (last?.origin === 'debugger' && last.text.includes(first)) {
				if (uncaught) {
					last.uncaught = true;
				}
				last.stack ??= stack;
				return;
			}
			const top = stack.find(({ path }) => path !== undefined && !path.startsWith('node:'));
			add({
				kind: 'exception',
				text: shortenEntry(text),
				origin: 'output',
				stack,
				...(uncaught && { uncaught: true as const }),
				...(top && placeIn(top)),
			});
		},
		clear: () => stops.clear(),
	};
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

import { randomBytes } from 'node:crypto';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { readTraceParent } from './trace-parent.ts';
import type { TraceSettings } from './trace-settings.ts';
import type { TracedCall } from './traced-call.ts';

/** Collects spans and sends them, a few seconds' worth at a time. */
export interface SpanExporter {
	add(call: TracedCall): void;
	/** Sends what is left. */
	dispose(): Promise<void>;
}

/** As OpenTelemetry's own batches: what a collector cannot take in time is dropped, and counted. */
const PACE = 5000;
const MAX_QUEUE = 2048;
const MAX_BATCH = 512;
/** Milliseconds in which one failure is told of, not each. */
const TELL_AGAIN = 5 * 60_000;

const SERVER_SPAN = 2;
const FAILED = 2;

export function createSpanExporter(settings: TraceSettings, warn: (text: string) => void): SpanExporter {
	let queue: object[] = [];
	/** Spans that wait to be sent or are being sent; they count as queued. */
	let underWay = 0;
	let dropped = 0;
	let toldAt = 0;
	let timer: NodeJS.Timeout | undefined;
	let sending: Promise<void> = Promise.resolve();

	async function send(spans: readonly object[]): Promise<void> {
		try {
			const response = await fetch(settings.url, {
				method: 'POST',
				headers: { ...settings.headers, 'content-type': 'application/json' },
				body: JSON.stringify(exportRequest(settings, spans)),
				signal: AbortSignal.timeout(settings.timeout),
			});
			await response.arrayBuffer();
			if (!response.ok) {
				throw new Error(`HTTP status ${response.status}`);
			}
		} catch (cause) {
			dropped += spans.length;
			if (Date.now() - toldAt > TELL_AGAIN) {
				toldAt = Date.now();
				warn(`Traces could not be sent to ${settings.url} (${dropped} spans lost so far): ${messageOf(cause)}`);
			}
		}
	}

	function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		const spans = queue;
		queue = [];
		for (let first = 0; first < spans.length; first += MAX_BATCH) {
			const batch = spans.slice(first, first + MAX_BATCH);
			underWay += batch.length;
			sending = sending.then(() => send(batch)).then(() => void (underWay -= batch.length));
		}
		return sending;
	}

	return {
		add(call) {
			const span = spanOf(call);
			if (span === undefined) {
				return;
			}
			if (queue.length + underWay >= MAX_QUEUE) {
				dropped++;
				return;
			}
			queue.push(span);
			timer ??= setTimeout(() => void flush(), PACE).unref();
			if (queue.length >= MAX_BATCH) {
				void flush();
			}
		},
		dispose: flush,
	};
}

/** Undefined where the client has said that its trace is not recorded. */
function spanOf({ traceparent, tool, startedAt, duration, outcome, ...call }: TracedCall): object | undefined {
	const parent = readTraceParent(traceparent);
	if (parent && !parent.sampled) {
		return undefined;
	}
	const { name, client, surface, connection, effect, requestId, answered } = call;
	return {
		traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
		spanId: randomBytes(8).toString('hex'),
		...(parent && { parentSpanId: parent.spanId }),
		name: `tools/call ${tool}`,
		kind: SERVER_SPAN,
		startTimeUnixNano: nanoseconds(startedAt),
		endTimeUnixNano: nanoseconds(startedAt + duration),
		attributes: attributesOf({
			'mcp.method.name': 'tools/call',
			'gen_ai.tool.name': tool,
			'mcp.session.id': connection,
			'user_agent.name': name,
			'user_agent.version': client?.version,
			'hawser.surface': surface,
			'hawser.effect': effect,
			'hawser.request.id': requestId,
			'hawser.answer.characters': answered,
			'error.type': outcome === 'ok' ? undefined : outcome,
		}),
		status: outcome === 'ok' ? {} : { code: FAILED, message: outcome },
	};
}

function exportRequest({ resource }: TraceSettings, spans: readonly object[]): object {
	return {
		resourceSpans: [
			{ resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope: { name: 'hawser' }, spans }] },
		],
	};
}

function attributesOf(facts: Readonly<Record<string, string | number | undefined>>): readonly object[] {
	return Object.entries(facts).flatMap(([key, value]) => {
		if (value === undefined) {
			return [];
		}
		return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
	});
}

/** As text: they are more than a number holds. */
function nanoseconds(milliseconds: number): string {
	return `${Math.round(milliseconds)}000000`;
}

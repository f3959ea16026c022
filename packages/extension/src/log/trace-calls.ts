import type { CallLog } from '@hawser/core/runtime/call-log.ts';
import { lazy } from '@hawser/node/lazy.ts';
import type { SpanExporter } from './span-exporter.ts';
import { readTraceSettings } from './trace-settings.ts';
import type { TracedCall } from './traced-call.ts';

export interface TracedLog extends CallLog {
	/** Sends what has not been sent. */
	dispose(): void;
}

/**
 * Sends a span for every call to whatever the environment names, and does nothing at all where it names nothing. Arguments and answers
 * stay here: a collector is not the place for them.
 *
 * The exporter is our own: OpenTelemetry's packages would bring 343 kB (88 kB packed) for one kind of span, with one request to send it.
 */
export function traceCalls(log: CallLog, warn: (text: string) => void, env = process.env): TracedLog {
	const settings = readTraceSettings(env);
	if (settings === undefined) {
		return { ...log, dispose: () => undefined };
	}
	const load = lazy(async (): Promise<SpanExporter> => {
		const { createSpanExporter } = await import('./span-exporter.ts');
		return createSpanExporter(settings, warn);
	});
	const running = new Map<string, Omit<TracedCall, 'duration' | 'outcome' | 'answered'>>();
	return {
		...log,
		started(call) {
			running.set(call.requestId, call);
			return log.started?.(call);
		},
		finished(record, reply) {
			log.finished(record, reply);
			const call = running.get(record.requestId);
			running.delete(record.requestId);
			if (call) {
				const { duration, outcome } = record;
				const traced = { ...call, tool: record.tool, duration, outcome, answered: reply.text.length };
				void load().then(exporter => exporter.add(traced));
			}
		},
		dispose() {
			void load.ifLoaded()?.then(exporter => exporter.dispose());
		},
	};
}

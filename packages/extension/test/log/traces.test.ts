import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallLog, CallRecord, StartedCall } from '@hawser/core/runtime/call-log.ts';
import { describe, expect, test, vi } from 'vitest';
import { createSpanExporter } from '../../src/log/span-exporter.ts';
import { traceCalls } from '../../src/log/trace-calls.ts';
import { readTraceParent } from '../../src/log/trace-parent.ts';
import { readTraceSettings } from '../../src/log/trace-settings.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('the environment variables of OpenTelemetry', () => {
	test('nothing is traced unless an endpoint is named, and nothing where it is switched off', () => {
		const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
		expect(readTraceSettings({})).toBeUndefined();
		expect(readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'no address' })).toBeUndefined();
		expect(readTraceSettings({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
		expect(readTraceSettings({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
	});

	test('endpoint, headers, time and resource are read as everywhere', () => {
		expect(
			readTraceSettings({
				OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
				OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, nonsense,team=a=b',
				OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
				OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=dev,service.name=other',
				OTEL_SERVICE_NAME: 'editor',
			}),
		).toEqual({
			url: 'http://127.0.0.1:4318/v1/traces',
			headers: { authorization: 'Bearer x', team: 'a=b' },
			timeout: 2000,
			resource: { 'service.name': 'editor', 'deployment.environment': 'dev' },
		});
		expect(readTraceSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1/own' })).toMatchObject({
			url: 'http://127.0.0.1/own',
			timeout: 10_000,
			resource: { 'service.name': 'hawser' },
		});
	});
});

test.each([
	[`00-${TRACE}-${SPAN}-01`, { traceId: TRACE, spanId: SPAN, sampled: true }],
	[`00-${TRACE}-${SPAN}-00`, { traceId: TRACE, spanId: SPAN, sampled: false }],
	[`ff-${TRACE}-${SPAN}-01`, undefined],
	[`00-${'0'.repeat(32)}-${SPAN}-01`, undefined],
	['nonsense', undefined],
	[undefined, undefined],
])('traceparent %s', (text, parent) => {
	expect(readTraceParent(text)).toEqual(parent);
});

function startedCall(facts: Partial<StartedCall> = {}): StartedCall {
	return {
		...{ requestId: 'r1', tool: 'file_read', surface: 'mcp', connection: 's1', name: 'codex', startedAt: 1000 },
		...{ readArguments: () => ({ path: 'secret.txt' }), stop: () => undefined },
		...facts,
	};
}

function end(log: CallLog, outcome: CallRecord['outcome'], requestId = 'r1'): void {
	const meta = { requestId, timestamp: '', duration: 5 };
	log.finished(
		{ requestId, tool: 'file_read', surface: 'mcp', timestamp: '', duration: 5, outcome },
		{ envelope: { ok: true, type: 'success', data: {}, meta }, text: 'the text of secret.txt' },
	);
}

const SILENT: CallLog = { finished: () => undefined, defect: () => undefined };

test('a call becomes a span in the trace of its client, without arguments and answer', async () => {
	const bodies: { path: string | undefined; body: string }[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part: Buffer) => (body += part.toString()));
		request.on('end', () => {
			bodies.push({ path: request.url, body });
			response.end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const log = traceCalls(SILENT, () => undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
	log.started?.(startedCall({ traceparent: `00-${TRACE}-${SPAN}-01` }));
	end(log, 'E_FILE_NOT_FOUND');
	log.started?.(startedCall({ requestId: 'r2', traceparent: `00-${TRACE}-${SPAN}-00` }));
	end(log, 'ok', 'r2');
	// What is collected is sent a little later, or at the end.
	await vi.waitFor(
		() => {
			log.dispose();
			expect(bodies).toHaveLength(1);
		},
		{ timeout: 60_000 },
	);
	server.close();
	const [{ path, body } = { path: '', body: '{}' }] = bodies;
	expect(path).toBe('/v1/traces');
	expect(body).not.toContain('secret.txt');
	expect(JSON.parse(body)).toMatchObject({
		resourceSpans: [
			{
				scopeSpans: [
					{
						spans: [
							{
								...{ traceId: TRACE, parentSpanId: SPAN, name: 'tools/call file_read', kind: 2 },
								...{ startTimeUnixNano: '1000000000', endTimeUnixNano: '1005000000' },
								status: { code: 2, message: 'E_FILE_NOT_FOUND' },
							},
						],
					},
				],
			},
		],
	});
});

test('a collector that is not there is told of once, without what its address hides', async () => {
	const warn = vi.fn();
	const settings = readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:password@127.0.0.1:9' });
	expect(settings?.headers).toEqual({ authorization: `Basic ${btoa('user:password')}` });
	const exporter = createSpanExporter(settings ?? { url: '', headers: {}, timeout: 1, resource: {} }, warn);
	for (const requestId of ['a', 'b']) {
		exporter.add({ ...startedCall({ requestId }), duration: 1, outcome: 'ok', answered: 3 });
		await exporter.dispose();
	}
	expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('http://127.0.0.1:9/v1/traces (1 spans lost'));
	expect(String(warn.mock.calls[0])).not.toContain('password');
});

test('what a slow collector cannot take in time is dropped, and the rest is sent', async () => {
	const sent: number[] = [];
	const answers: (() => void)[] = [];
	const send = vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
		sent.push((typeof init?.body === 'string' ? init.body : '').split('"spanId"').length - 1);
		return new Promise(resolve => answers.push(() => resolve(new Response('{}'))));
	});
	const settings = { url: 'http://127.0.0.1/', headers: {}, timeout: 1e6, resource: {} };
	const exporter = createSpanExporter(settings, () => undefined);
	for (let index = 0; index < 10_000; index++) {
		exporter.add({ ...startedCall(), duration: 1, outcome: 'ok', answered: 0 });
	}
	const over = exporter.dispose();
	const answering = setInterval(() => answers.shift()?.(), 1);
	await over;
	expect(sent).toEqual([512, 512, 512, 512]);
	exporter.add({ ...startedCall(), duration: 1, outcome: 'ok', answered: 0 });
	await exporter.dispose();
	expect(sent.at(-1)).toBe(1);
	clearInterval(answering);
	send.mockRestore();
});

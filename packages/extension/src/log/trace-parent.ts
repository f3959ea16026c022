/** The place of a call in somebody else's trace. */
export interface TraceParent {
	traceId: string;
	spanId: string;
	sampled: boolean;
}

const FORM = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** Reads `traceparent` of W3C Trace Context; undefined for anything else. */
export function readTraceParent(text: string | undefined): TraceParent | undefined {
	const [, traceId = '', spanId = '', flags = ''] = FORM.exec(text ?? '') ?? [];
	if (traceId === '' || text?.startsWith('ff') === true || isZero(traceId) || isZero(spanId)) {
		return undefined;
	}
	return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

function isZero(id: string): boolean {
	return !/[^0]/.test(id);
}

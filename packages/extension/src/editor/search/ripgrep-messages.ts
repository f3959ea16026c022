/** The lines of `rg --json` that matter here; offsets count bytes of UTF-8. */
export type RipgrepMessage =
	| { type: 'begin'; path: string }
	| { type: 'match'; line: number; bytes: Buffer; spans: readonly { start: number; end: number }[] }
	| { type: 'context'; line: number; bytes: Buffer }
	| { type: 'other' };

export function parseMessage(json: string): RipgrepMessage {
	const message: unknown = JSON.parse(json);
	const type = field(message, 'type');
	const data = field(message, 'data');
	switch (type) {
		case 'begin':
			return { type, path: bytesOf(field(data, 'path')).toString('utf8') };
		case 'match': {
			const bytes = bytesOf(field(data, 'lines'));
			const spans = spansOf(field(data, 'submatches'));
			// For an empty match at the very end of a file, such as $, ripgrep reports only the line.
			const atEnd = { start: bytes.length, end: bytes.length };
			return { type, line: number(field(data, 'line_number')), bytes, spans: spans.length > 0 ? spans : [atEnd] };
		}
		case 'context':
			return { type, line: number(field(data, 'line_number')), bytes: bytesOf(field(data, 'lines')) };
		default:
			return { type: 'other' };
	}
}

function spansOf(value: unknown): { start: number; end: number }[] {
	return (Array.isArray(value) ? value : []).map((span: unknown) => ({
		start: number(field(span, 'start')),
		end: number(field(span, 'end')),
	}));
}

/** Text, or base64 where the file is not valid UTF-8. */
function bytesOf(value: unknown): Buffer {
	const text = field(value, 'text');
	if (typeof text === 'string') {
		return Buffer.from(text, 'utf8');
	}
	const bytes = field(value, 'bytes');
	return Buffer.from(typeof bytes === 'string' ? bytes : '', 'base64');
}

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function number(value: unknown): number {
	return typeof value === 'number' ? value : 0;
}

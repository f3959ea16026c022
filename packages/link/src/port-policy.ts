/** The setting `hawser.port`, understood. */
export type PortPolicy =
	| { kind: 'auto' }
	| { kind: 'system' }
	| { kind: 'fixed'; port: number }
	| { kind: 'range'; first: number; last: number };

/** `off`: the user wants no server. */
export type ParsedPortPolicy = { policy: PortPolicy } | { off: true } | { problem: string };

const RANGE = /^(\d+)\s*-\s*(\d+)$/;

/** Reads `"auto"`, `0`, a number, a range or `null`, which switches the server off; numbers may come as text, as settings files have them. */
export function parsePortPolicy(setting: unknown): ParsedPortPolicy {
	if (setting === null) {
		return { off: true };
	}
	const text = typeof setting === 'number' ? String(setting) : typeof setting === 'string' ? setting.trim() : undefined;
	if (setting === undefined || text === '' || text === 'auto') {
		return { policy: { kind: 'auto' } };
	}
	if (text !== undefined && /^\d+$/.test(text)) {
		const port = Number(text);
		if (port === 0) {
			return { policy: { kind: 'system' } };
		}
		return isPort(port)
			? { policy: { kind: 'fixed', port } }
			: { problem: `${port} is not a port: they go from 1 to 65535.` };
	}
	const [, from, to] = RANGE.exec(text ?? '') ?? [];
	if (from === undefined || to === undefined) {
		const shown = JSON.stringify(setting);
		return { problem: `${shown} is not a port: use "auto", 0, a number such as 9960, or a range such as "9960-9990".` };
	}
	return parseRange(Number(from), Number(to));
}

function parseRange(first: number, last: number): ParsedPortPolicy {
	if (!isPort(first) || !isPort(last)) {
		return { problem: `${first}-${last} is not a range of ports: they go from 1 to 65535.` };
	}
	if (first > last) {
		return { problem: `${first}-${last} is not a range of ports: the first must not be greater than the last.` };
	}
	return { policy: { kind: 'range', first, last } };
}

function isPort(value: number): boolean {
	return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

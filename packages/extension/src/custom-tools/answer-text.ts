import type { Outcome } from '@hawser/core/contract/tool.ts';

/** Room for what stands around the data in an answer. */
const AROUND = 300;

/** Turns what a script returned into the answer of its tool. Anything but an object becomes its `result`. */
export function outcomeOf(json: string, budget: number): Outcome {
	const value: unknown = JSON.parse(json);
	const data = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { result: value };
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	if (Math.max(json.length, text.length) + AROUND <= budget) {
		return { data, texts: [text] };
	}
	const compact = typeof value === 'string' ? value : json;
	if (json.length + AROUND <= budget) {
		return { data, texts: [compact] };
	}
	const start = cut(compact, budget - AROUND);
	const note = `(Cut: the tool returned ${compact.length} characters, and these are the first ${start.length}. Ask it for less.)`;
	return {
		data: { truncated: true, totalCharacters: compact.length, start },
		texts: [`${start}\n${note}`],
	};
}

/** Keeps as much of the text as fits as JSON too, in which some characters take more room. */
function cut(text: string, room: number): string {
	let length = Math.min(text.length, room);
	while (JSON.stringify(text.slice(0, length)).length > room) {
		length = Math.floor(length * 0.9);
	}
	return text.slice(0, length);
}

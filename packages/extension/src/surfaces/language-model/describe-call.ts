import { shorten } from '@hawser/core/text/shorten.ts';

/** The arguments that say what a call is about, in the order in which a user wants to read them. */
const TELLING = [
	'command',
	'path',
	'from',
	'to',
	'symbol',
	'newName',
	'query',
	'expression',
	'key',
	'id',
	'name',
	'message',
];

const MAX_LENGTH = 80;

/** One line for a user, such as "Read a file: src/app.ts". */
export function describeCall(title: string, input: unknown): string {
	const values: Partial<Record<string, unknown>> = typeof input === 'object' ? { ...input } : {};
	const words = TELLING.map(name => values[name]).filter(value => typeof value === 'string' && value !== '');
	const line = words.slice(0, 3).join(', ').replaceAll(/\s+/g, ' ').trim();
	return words.length === 0 ? title : `${title}: ${shorten(line, MAX_LENGTH)}`;
}

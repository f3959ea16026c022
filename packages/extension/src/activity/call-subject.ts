import { listOf, type PlainData, recordOf, textOf } from '@hawser/core/data/plain-data.ts';
import { shorten } from '@hawser/core/text/shorten.ts';

/** A place in a file, one-based, as the arguments of a call name it. */
export interface CallFile {
	path: string;
	line?: number;
}

const MAX_LENGTH = 200;

/** The arguments that say what a call is about, the most telling first. */
const TELLING = [
	...['command', 'sql', 'query', 'pattern', 'expression', 'symbol', 'text', 'message'],
	...['from', 'url', 'id', 'name', 'title', 'branch', 'task', 'test', 'setting', 'key', 'terminal', 'action'],
];

/** The same for a call whose file is the one that `from` names. */
const AFTER_FROM = TELLING.filter(name => name !== 'from');

const PATHS = ['path', 'file', 'from', 'uri'];
const LISTS = ['paths', 'files', 'edits', 'changes'];

/** What a call is about, in one line; empty where its arguments do not say. */
export function subjectOf(input: unknown): string {
	const facts = recordOf(input);
	const file = fileOf(facts);
	const told = firstText(facts, file?.path === facts['from'] ? AFTER_FROM : TELLING);
	const line = file?.line === undefined ? '' : `:${file.line}`;
	const place = file === undefined ? '' : `${file.path}${line}${others(facts)}`;
	const whole = told !== undefined && place !== '' ? `${told} · ${place}` : (told ?? place);
	// Every call pays for this, so what cannot be shown is cut off first.
	return shorten(
		whole
			.slice(0, 4 * MAX_LENGTH)
			.replaceAll(/\s+/g, ' ')
			.trim(),
		MAX_LENGTH,
	);
}

/** The file that the call is about, or the first of several. */
export function fileOf(input: unknown): CallFile | undefined {
	const facts = recordOf(input);
	const path = firstText(facts, PATHS) ?? firstListed(facts);
	const { line } = facts;
	if (path === undefined) {
		return undefined;
	}
	return { path, ...(typeof line === 'number' && { line }) };
}

function firstText(facts: PlainData, names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = facts[name];
		const text = typeof value === 'number' ? String(value) : textOf(value);
		if (text !== undefined && text !== '') {
			return text;
		}
	}
	return undefined;
}

function firstListed(facts: PlainData): string | undefined {
	const [first] = listOf(facts[LISTS.find(name => listOf(facts[name]).length > 0) ?? '']);
	return textOf(first) ?? textOf(recordOf(first)['path']);
}

function others(facts: PlainData): string {
	const count = listOf(facts[LISTS.find(name => listOf(facts[name]).length > 1) ?? '']).length;
	return count > 1 ? ` and ${count - 1} more` : '';
}

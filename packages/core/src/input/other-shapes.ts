import { isRecord } from '../data/plain-data.ts';
import { plainWord } from './argument-words.ts';

type Fields = Readonly<Record<string, unknown>>;

const SPECIAL = /[\\^$.*+?()[\]{}|]/;
/** Arguments that take several things in one text, with commas. */
const SEVERAL_IN_ONE = new Set(['glob', 'include', 'exclude', 'table']);

/** Arguments of other systems that are not one of ours under another name, but stand for two, or for another of the same place. */
export function withOurShapes(input: Fields, properties: Fields): Fields {
	return withLastLine(withRegex(input, properties), properties);
}

/** Where we take a text and whether it is a regular expression, others take a `pattern`, which always is one. */
function withRegex(input: Fields, properties: Fields): Fields {
	const { pattern, ...rest } = input;
	const takes = 'query' in properties && 'regex' in properties && !('pattern' in properties);
	return takes && typeof pattern === 'string' && SPECIAL.test(pattern) && !('query' in input)
		? { regex: true, ...rest, query: pattern }
		: input;
}

/** A number of lines to read is a last line. */
function withLastLine(input: Fields, properties: Fields): Fields {
	const { limit, ...rest } = input;
	const count = Number(limit);
	if (!('startLine' in properties && 'endLine' in properties) || 'limit' in properties || !Number.isInteger(count)) {
		return input;
	}
	const [, start = 1] =
		Object.entries(rest).find(([name]) => ['startline', 'offset', 'line'].includes(plainWord(name))) ?? [];
	return 'endLine' in rest || count < 1 ? input : { ...rest, endLine: Number(start) + count - 1 };
}

/** A list where a text with commas is meant, and places as objects where `path:line` is. */
export function inOneText(name: string, value: unknown): unknown {
	if (!Array.isArray(value)) {
		return value;
	}
	const items: readonly unknown[] = value;
	if (SEVERAL_IN_ONE.has(name)) {
		return items.every(item => typeof item === 'string') ? items.join(', ') : value;
	}
	return name === 'breakpoints' ? items.map(placeInOneText) : value;
}

function placeInOneText(item: unknown): unknown {
	if (!isRecord(item)) {
		return item;
	}
	const field = (...words: readonly string[]) =>
		Object.entries(item).find(([key]) => words.includes(plainWord(key)))?.[1];
	const path = field('path', 'file', 'filepath', 'filename', 'uri', 'source');
	const line = field('line', 'linenumber', 'startline');
	const condition = field('condition');
	const when = typeof condition === 'string' ? ` if ${condition}` : '';
	return typeof path === 'string' && (typeof line === 'number' || typeof line === 'string')
		? `${path}:${line}${when}`
		: item;
}

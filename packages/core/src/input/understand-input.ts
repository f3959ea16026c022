import { isRecord, recordOf } from '../data/plain-data.ts';
import { hasNoEffect, meansTheSame, meantBy, meantValue, plainWord, readNodeId } from './argument-words.ts';
import { inOneText, withOurShapes } from './other-shapes.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Arguments as the schema has them, from arguments that it refuses but that can have one meaning only: other words for the
 * same thing, numbers and lists in quotes, one item without its list. Undefined when nothing was understood that was not
 * right before. The schema stays as strict as it is published: this is asked only about input that it has refused.
 */
export function understandInput(
	input: Fields,
	schema: Fields,
	unlisted: readonly string[] = [],
): Record<string, unknown> | undefined {
	const properties = recordOf(schema['properties']);
	const renamed =
		schema['additionalProperties'] === false
			? withOurNames(withOurShapes(input, properties), properties, unlisted)
			: input;
	const required: unknown = schema['required'];
	const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
	const entries = Object.entries(renamed)
		// Some clients send null for what they leave out.
		.filter(([name, value]) => value !== null || !(name in properties) || isRequired(name))
		.map(([name, value]) => [name, readValue(inOneText(name, value), recordOf(properties[name]))] as const);
	const understood = Object.fromEntries(entries);
	return isSame(understood, input) ? undefined : understood;
}

function withOurNames(given: Fields, properties: Fields, unlisted: readonly string[]): Fields {
	const names = Object.keys(properties);
	const isKnown = (key: string) => names.includes(key) || unlisted.includes(key);
	const input = withoutNodeId(withoutEmptyWords(given, isKnown), properties);
	const free = names.filter(name => !(name in input));
	const targets = new Map(
		Object.entries(input)
			.filter(([key]) => !isKnown(key))
			.map(([key, value]) => [key, onlyOne(meantBy(key, free).filter(name => meansTheSame(key, name, value)))]),
	);
	const isAlone = (target: string) => [...targets.values()].filter(other => other === target).length === 1;
	const renamed = Object.entries(input).map(([key, value]) => {
		const target = targets.get(key);
		return [target !== undefined && isAlone(target) ? target : key, value] as const;
	});
	const named = Object.fromEntries(renamed);
	return withItemInList(named, properties, key => !isKnown(key)) ?? named;
}

function withoutEmptyWords(input: Fields, isKnown: (key: string) => boolean): Fields {
	return Object.fromEntries(Object.entries(input).filter(([key]) => isKnown(key) || !hasNoEffect(key)));
}

/** An address in one word becomes the two that a tool takes, unless it was given one of them. */
function withoutNodeId(input: Fields, properties: Fields): Fields {
	const takesBoth = 'path' in properties && 'symbol' in properties && !('path' in input) && !('symbol' in input);
	const [key, value] = Object.entries(input).find(([name]) => plainWord(name) === 'nodeid') ?? [];
	const address = takesBoth && key !== undefined && !(key in properties) ? readNodeId(value) : undefined;
	if (address === undefined) {
		return input;
	}
	const rest = Object.entries(input).filter(([name]) => name !== key);
	return { ...address, ...Object.fromEntries(rest) };
}

/** `oldText` and `newText` beside the path are one edit of a list of edits. */
function withItemInList(input: Fields, properties: Fields, isUnknown: (key: string) => boolean): Fields | undefined {
	const loose = Object.entries(input).filter(([key]) => isUnknown(key));
	const lists = Object.entries(properties).filter(([, schema]) => itemFields(schema) !== undefined);
	const [list] = lists;
	if (loose.length === 0 || list === undefined || lists.length > 1 || list[0] in input) {
		return undefined;
	}
	const [listName, schema] = list;
	const fields = itemFields(schema) ?? {};
	const item = withOurNames(Object.fromEntries(loose), fields, []);
	if (!Object.keys(item).every(key => key in fields)) {
		return undefined;
	}
	const rest = Object.fromEntries(Object.entries(input).filter(([key]) => !isUnknown(key)));
	return { ...rest, [listName]: [item] };
}

/** The fields of an item, where the schema is of a list of objects. */
function itemFields(schema: unknown): Fields | undefined {
	const { type, items } = recordOf(schema);
	const item = recordOf(items);
	return type === 'array' && item['type'] === 'object' ? recordOf(item['properties']) : undefined;
}

function readValue(value: unknown, schema: Fields): unknown {
	switch (schema['type']) {
		case 'integer':
		case 'number':
			return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
		case 'boolean':
			return typeof value === 'string' && /^(true|false)$/i.test(value.trim())
				? value.trim().toLowerCase() === 'true'
				: value;
		case 'object':
			return readObject(parsed(value, '{'), schema);
		case 'array':
			return readList(parsed(value, '['), recordOf(schema['items']));
		case 'string':
			return typeof value === 'string' && isListOfTexts(schema['enum'])
				? (meantValue(value, schema['enum']) ?? value)
				: value;
		default:
			return value;
	}
}

function isListOfTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function readObject(value: unknown, schema: Fields): unknown {
	return isRecord(value) ? (understandInput(value, schema) ?? value) : value;
}

function readList(value: unknown, items: Fields): unknown {
	if (Array.isArray(value)) {
		const read = value.map((item: unknown) => readValue(item, items));
		return read.some((item, index) => item !== value[index]) ? read : value;
	}
	const isItem =
		items['type'] === 'object'
			? typeof value === 'object' && value !== null
			: items['type'] === 'string' && typeof value === 'string' && !value.trimStart().startsWith('[');
	return isItem ? [readValue(value, items)] : value;
}

/** Parses a text that begins like JSON. */
function parsed(value: unknown, sign: '{' | '['): unknown {
	if (typeof value !== 'string' || !value.trimStart().startsWith(sign)) {
		return value;
	}
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

function onlyOne(names: readonly string[]): string | undefined {
	return names.length === 1 ? names[0] : undefined;
}

function isSame(left: Fields, right: Fields): boolean {
	const keys = Object.keys(left);
	return keys.length === Object.keys(right).length && keys.every(key => key in right && left[key] === right[key]);
}

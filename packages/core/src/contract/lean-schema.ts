import { isRecord } from '../data/plain-data.ts';
import type { JsonSchema } from '../input/compact-json-schema.ts';

/**
 * Bounds, which a model does not need to write a call: what breaks one is answered with the bound. They are a fifth of all schemas.
 */
const BOUNDS = new Set([
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'minLength',
	'maxLength',
	'minItems',
	'maxItems',
	'pattern',
	'propertyNames',
	'additionalProperties',
]);

/** The schema of arguments as a model reads it: names, types, choices, what each means and what it is unless given. */
export function leanSchema(schema: JsonSchema): JsonSchema {
	return { ...leanFields(schema), type: 'object' };
}

function leanFields(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(schema)
			// A switch that is off unless given is what everybody expects.
			.filter(([keyword, value]) => !BOUNDS.has(keyword) && !(keyword === 'default' && value === false))
			.map(([keyword, value]) => [
				keyword,
				keyword === 'properties' ? leanProperties(value) : leanItem(keyword, value),
			]),
	);
}

/** An argument may well be called `pattern`. */
function leanProperties(properties: unknown): unknown {
	if (!isRecord(properties)) {
		return properties;
	}
	return Object.fromEntries(
		Object.entries(properties).map(([name, field]) => [name, leanValue(isPlain(name, field) ? bare(field) : field)]),
	);
}

/** Arguments that say by their name all that their description says. */
const PLAIN: Readonly<Partial<Record<string, RegExp>>> = {
	limit: /in one answer\.$/,
	offset: /to page\.$/,
	line: /^1-based line\.$/,
	column: /^1-based column\.$/,
	path: /^Workspace-relative path, absolute path or file: URI\.$/,
	preview: /^Only tell what would change\.$/,
};

function isPlain(name: string, field: unknown): field is Record<string, unknown> {
	return (
		isRecord(field) && typeof field['description'] === 'string' && PLAIN[name]?.test(field['description']) === true
	);
}

function bare({ description: _, ...field }: Record<string, unknown>): Record<string, unknown> {
	return field;
}

/** The paths of a list are paths. */
function leanItem(keyword: string, value: unknown): unknown {
	return leanValue(keyword === 'items' && isPlain('path', value) ? bare(value) : value);
}

function leanValue(value: unknown): unknown {
	return isRecord(value) ? leanFields(value) : value;
}

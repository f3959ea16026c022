import { runInNewContext } from 'node:vm';
import { isRecord } from '@hawser/core/data/plain-data.ts';
/** A JSON schema, or what an extension has put in its place. */
export type Schema = Readonly<Record<string, unknown>>;

export interface SchemaDocument {
	properties: Readonly<Record<string, Schema>>;
	$defs: Readonly<Record<string, Schema>>;
}

/** Follows references inside the document; others lead to schemas of other files, and nothing is known of them. */
export function dereference(schema: Schema, $defs: SchemaDocument['$defs']): Schema {
	let current = schema;
	for (let depth = 0; depth < 20; depth++) {
		const reference = current['$ref'];
		if (typeof reference !== 'string') {
			return current;
		}
		const { $ref: _, ...rest } = current;
		const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(reference)?.[1];
		const target = name === undefined ? undefined : $defs[name];
		if (target === undefined) {
			return rest;
		}
		current = { ...target, ...rest };
	}
	return {};
}

/** Why the value does not fit, in words; undefined where it fits, or where the schema says nothing that is understood. */
export function whyInvalid(
	value: unknown,
	schema: Schema,
	$defs: SchemaDocument['$defs'],
	at = 'the value',
): string | undefined {
	const rules = dereference(schema, $defs);
	return (
		wrongType(value, rules, at) ??
		wrongChoice(value, rules, at) ??
		wrongNumber(value, rules, at) ??
		wrongText(value, rules, at) ??
		wrongItems(value, rules, $defs, at) ??
		wrongMembers(value, rules, $defs, at) ??
		wrongCombination(value, rules, $defs, at)
	);
}

export function typesOf({ type }: Schema): readonly string[] {
	return (Array.isArray(type) ? type : [type]).filter(name => typeof name === 'string');
}

function typeOf(value: unknown): string {
	return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function wrongType(value: unknown, rules: Schema, at: string): string | undefined {
	const types = typesOf(rules);
	const actual = typeOf(value);
	const fits = types.some(type => type === actual || type === 'any' || (type === 'integer' && Number.isInteger(value)));
	return types.length === 0 || fits ? undefined : `${at} must be ${types.join(' or ')}, not ${actual}`;
}

function wrongChoice(value: unknown, rules: Schema, at: string): string | undefined {
	const choices = 'const' in rules ? [rules['const']] : rules['enum'];
	if (!Array.isArray(choices) || choices.some(choice => JSON.stringify(choice) === JSON.stringify(value))) {
		return undefined;
	}
	return `${at} must be one of ${choices.map(choice => JSON.stringify(choice)).join(', ')}`;
}

function wrongNumber(value: unknown, rules: Schema, at: string): string | undefined {
	if (typeof value !== 'number') {
		return undefined;
	}
	const limit = (name: string) => (typeof rules[name] === 'number' ? rules[name] : undefined);
	const { minimum, maximum, above, below } = {
		minimum: limit('minimum'),
		maximum: limit('maximum'),
		above: limit('exclusiveMinimum'),
		below: limit('exclusiveMaximum'),
	};
	if ((minimum !== undefined && value < minimum) || (above !== undefined && value <= above)) {
		return `${at} must be ${minimum === undefined ? `more than ${above}` : `at least ${minimum}`}`;
	}
	if ((maximum !== undefined && value > maximum) || (below !== undefined && value >= below)) {
		return `${at} must be ${maximum === undefined ? `less than ${below}` : `at most ${maximum}`}`;
	}
	return undefined;
}

function wrongText(value: unknown, { pattern, minLength, maxLength }: Schema, at: string): string | undefined {
	if (typeof value !== 'string') {
		return undefined;
	}
	if (typeof minLength === 'number' && value.length < minLength) {
		return `${at} must have at least ${minLength} characters`;
	}
	if (typeof maxLength === 'number' && value.length > maxLength) {
		return `${at} must have at most ${maxLength} characters`;
	}
	return typeof pattern === 'string' && !matches(pattern, value) ? `${at} must match ${pattern}` : undefined;
}

/** Milliseconds; far more than any pattern needs that was written with care. */
const MATCHING_LIMIT = 1_000;

/**
 * A pattern that JavaScript does not understand refuses nothing, and neither does one that takes too long: it comes from an
 * extension, the value from an agent, and only a script that V8 may break off can be trusted with both.
 */
function matches(pattern: string, value: string): boolean {
	try {
		return (
			runInNewContext('new RegExp(pattern, "u").test(value)', { pattern, value }, { timeout: MATCHING_LIMIT }) !== false
		);
	} catch {
		return true;
	}
}

function wrongItems(value: unknown, rules: Schema, $defs: SchemaDocument['$defs'], at: string): string | undefined {
	if (!Array.isArray(value)) {
		return undefined;
	}
	const { items, minItems, maxItems, uniqueItems } = rules;
	if (typeof minItems === 'number' && value.length < minItems) {
		return `${at} must have at least ${minItems} items`;
	}
	if (typeof maxItems === 'number' && value.length > maxItems) {
		return `${at} must have at most ${maxItems} items`;
	}
	if (uniqueItems === true && new Set(value.map(item => JSON.stringify(item))).size < value.length) {
		return `${at} must not have an item twice`;
	}
	return isRecord(items)
		? first(value.map((item, index) => () => whyInvalid(item, items, $defs, `${at}[${index}]`)))
		: undefined;
}

function wrongMembers(value: unknown, rules: Schema, $defs: SchemaDocument['$defs'], at: string): string | undefined {
	if (!isRecord(value)) {
		return undefined;
	}
	const { properties, patternProperties, additionalProperties, required, propertyNames } = rules;
	const known = isRecord(properties) ? properties : {};
	const patterns = isRecord(patternProperties) ? Object.entries(patternProperties) : [];
	const needed: readonly unknown[] = Array.isArray(required) ? required : [];
	const missing = needed.find(name => typeof name === 'string' && !(name in value));
	if (missing !== undefined) {
		return `${at} must have ${JSON.stringify(missing)}`;
	}
	return first(
		Object.entries(value).flatMap(([name, member]) => {
			const place = `${at}[${JSON.stringify(name)}]`;
			const own = known[name];
			const schemas = [own, ...patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema)];
			const applicable = schemas.filter(isRecord);
			const isExtra = own === undefined && applicable.length === 0;
			return [
				() => (isExtra && additionalProperties === false ? `${place} is not known there` : undefined),
				() =>
					isRecord(propertyNames)
						? whyInvalid(name, propertyNames, $defs, `the name ${JSON.stringify(name)}`)
						: undefined,
				...applicable.map(schema => () => whyInvalid(member, schema, $defs, place)),
				() =>
					isExtra && isRecord(additionalProperties)
						? whyInvalid(member, additionalProperties, $defs, place)
						: undefined,
			];
		}),
	);
}

function wrongCombination(
	value: unknown,
	rules: Schema,
	$defs: SchemaDocument['$defs'],
	at: string,
): string | undefined {
	const every = Array.isArray(rules['allOf']) ? rules['allOf'].filter(isRecord) : [];
	const some = [rules['anyOf'], rules['oneOf']].filter(Array.isArray).map(list => list.filter(isRecord));
	return (
		first(every.map(schema => () => whyInvalid(value, schema, $defs, at))) ??
		first(some.map(list => () => noneFits(value, list, $defs, at)))
	);
}

function noneFits(
	value: unknown,
	choices: readonly Schema[],
	$defs: SchemaDocument['$defs'],
	at: string,
): string | undefined {
	const reasons = choices.map(schema => whyInvalid(value, schema, $defs, at));
	return reasons.length === 0 || reasons.includes(undefined) ? undefined : [...new Set(reasons)].join(', or ');
}

function first(checks: readonly (() => string | undefined)[]): string | undefined {
	for (const check of checks) {
		const reason = check();
		if (reason !== undefined) {
			return reason;
		}
	}
	return undefined;
}

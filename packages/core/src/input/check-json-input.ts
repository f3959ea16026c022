import { isRecord, listOf, recordOf } from '../data/plain-data.ts';
import { ToolError } from '../errors/tool-error.ts';
import { plural } from '../text/plural.ts';
import type { JsonSchema } from './compact-json-schema.ts';
import { explainUnknownArgument } from './unknown-argument.ts';

/**
 * Checks arguments against a JSON Schema that was written elsewhere, as far as agents get them wrong: what is missing, what
 * nobody takes, the type, the choices and the limits of each argument. Deeper rules stay with whoever runs the tool.
 */
export function checkJsonInput(input: Record<string, unknown>, schema: JsonSchema): void {
	const known = Object.keys(recordOf(schema['properties']));
	const sentences = complaints(input, schema);
	if (sentences.length > 0) {
		throw new ToolError('E_INVALID_PARAMS', sentences.join(' '), {
			hint: known.length > 0 ? `This tool takes: ${known.join(', ')}.` : 'This tool takes no arguments.',
			details: { arguments: known },
		});
	}
}

export function takesInput(input: Record<string, unknown>, schema: JsonSchema): boolean {
	return complaints(input, schema).length === 0;
}

function complaints(input: Record<string, unknown>, schema: JsonSchema): readonly string[] {
	const properties = recordOf(schema['properties']);
	const known = Object.keys(properties);
	const required = listOf(schema['required']).filter(name => typeof name === 'string');
	return [
		...required.filter(name => input[name] === undefined).map(name => missing(name, recordOf(properties[name]))),
		...Object.entries(input).flatMap(([name, value]) => {
			if (value === undefined) {
				return [];
			}
			if (name in properties) {
				return complaint(name, value, recordOf(properties[name]));
			}
			return schema['additionalProperties'] === false ? [explainUnknownArgument(name, known)] : [];
		}),
	];
}

function missing(name: string, schema: Record<string, unknown>): string {
	const [type] = typesOf(schema);
	return `The argument "${name}" is missing${type === undefined ? '' : ` (${type})`}.`;
}

function complaint(name: string, value: unknown, schema: Record<string, unknown>): string[] {
	const types = typesOf(schema);
	if (types.length > 0 && !types.some(type => isOfType(value, type))) {
		return [`The argument "${name}" is wrong: it must be of type ${types.join(' or ')}.`];
	}
	const choices = listOf(schema['enum']);
	if (choices.length > 0 && !choices.includes(value) && typeof value !== 'object') {
		return [
			`The argument "${name}" is wrong: it must be one of ${choices.map(choice => JSON.stringify(choice)).join(', ')}.`,
		];
	}
	if (Array.isArray(value)) {
		const items = recordOf(schema['items']);
		return value.flatMap((item: unknown, index) => complaint(`${name}.${index}`, item, items)).slice(0, 1);
	}
	return brokenLimits(value, schema).map(limit => `The argument "${name}" is wrong: it must ${limit}.`);
}

function brokenLimits(value: unknown, schema: Record<string, unknown>): string[] {
	const { minimum, maximum, minLength, maxLength } = schema;
	if (typeof value === 'number') {
		return [
			typeof minimum === 'number' && value < minimum ? [`be at least ${minimum}`] : [],
			typeof maximum === 'number' && value > maximum ? [`be at most ${maximum}`] : [],
		].flat();
	}
	if (typeof value === 'string') {
		// As JSON Schema counts: characters, not the halves of a pair.
		const { length } = Array.from(value);
		return [
			typeof minLength === 'number' && length < minLength ? [`have at least ${plural(minLength, 'character')}`] : [],
			typeof maxLength === 'number' && length > maxLength ? [`have at most ${plural(maxLength, 'character')}`] : [],
		].flat();
	}
	return [];
}

function typesOf({ type }: Record<string, unknown>): readonly string[] {
	return [type].flat().filter(word => typeof word === 'string');
}

function isOfType(value: unknown, type: string): boolean {
	switch (type) {
		case 'integer':
			return Number.isInteger(value);
		case 'null':
			return value === null;
		case 'array':
			return Array.isArray(value);
		case 'object':
			return isRecord(value);
		case 'string':
		case 'number':
		case 'boolean':
			return typeof value === type;
		default:
			return true;
	}
}

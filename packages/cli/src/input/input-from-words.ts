import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { parseJson } from '@hawser/core/data/parse-json.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { understandInput } from '@hawser/core/input/understand-input.ts';
import { explainUnknownArgument } from '@hawser/core/input/unknown-argument.ts';
import { type ToolArgument, toolArguments } from './json-schema.ts';
import { shellCall } from './shell-call.ts';

/**
 * The input of a tool from the words of a command line: `key=value`, and JSON objects, of which later ones win. The
 * schema decides how a value is read, so `line=3` is a number and `query=3` a text.
 */
export function inputFromWords(tool: PublishedTool, words: readonly string[]): Record<string, unknown> {
	const known = toolArguments(tool);
	const input: Record<string, unknown> = {};
	const texts = new Map<string, string[]>();
	for (const word of words) {
		if (word.trimStart().startsWith('{')) {
			Object.assign(input, parseObject(word));
			continue;
		}
		const [, key, text = ''] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
		if (key === undefined) {
			throw usage(tool, `"${word}" is not an argument: write key=value, or one JSON object.`, known);
		}
		texts.set(key, [...(texts.get(key) ?? []), text]);
	}
	for (const [key, values] of texts) {
		const argument = known.find(({ name }) => name === key);
		input[key] = argument ? readValues(tool, argument, values, known) : values.length > 1 ? values : values[0];
	}
	// The window would understand as much, but here an argument that is missing is told without asking it.
	const understood = understandInput(input, { ...tool.inputSchema, additionalProperties: false });
	return checkNames(tool, understood ?? input, known);
}

/** Reads a JSON object, and says where it ends to be one. */
function parseObject(text: string): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (cause) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			`The arguments are not JSON: ${cause instanceof Error ? cause.message : ''}`,
			{
				hint: 'Quote the object for your shell, such as \'{"path":"src/app.ts"}\', or use --input FILE.',
			},
		);
	}
	if (!isRecord(value)) {
		throw new ToolError('E_INVALID_PARAMS', 'The arguments must be a JSON object.');
	}
	return value;
}

function readValues(
	tool: PublishedTool,
	argument: ToolArgument,
	values: readonly string[],
	known: readonly ToolArgument[],
): unknown {
	const { name, type, itemType } = argument;
	const [first = '', ...others] = values;
	if (type === 'array') {
		const whole = others.length === 0 && first.trimStart().startsWith('[') ? parseJson(first) : undefined;
		return Array.isArray(whole) ? whole : values.map(value => readValue(tool, name, itemType, value, known));
	}
	if (others.length > 0) {
		throw usage(tool, `The argument "${name}" is given ${values.length} times, and takes one value.`, known);
	}
	return readValue(tool, name, type, first, known);
}

function readValue(
	tool: PublishedTool,
	name: string,
	type: string,
	text: string,
	known: readonly ToolArgument[],
): unknown {
	switch (type) {
		case 'string':
			return text;
		case 'number':
		case 'integer':
			if (
				text.trim() === '' ||
				!Number.isFinite(Number(text)) ||
				(type === 'integer' && !Number.isInteger(Number(text)))
			) {
				throw usage(
					tool,
					`The argument "${name}" is ${type === 'integer' ? 'a whole number' : 'a number'}, and "${text}" is not.`,
					known,
				);
			}
			return Number(text);
		case 'boolean':
			if (text !== 'true' && text !== 'false') {
				throw usage(tool, `The argument "${name}" is true or false, and "${text}" is neither.`, known);
			}
			return text === 'true';
		case 'object':
			return parseObject(text);
		default:
			return parseJson(text) ?? text;
	}
}

function checkNames(
	tool: PublishedTool,
	input: Record<string, unknown>,
	known: readonly ToolArgument[],
): Record<string, unknown> {
	const names = known.map(({ name }) => name);
	const unknown = Object.keys(input).find(key => !names.includes(key));
	if (unknown !== undefined) {
		throw usage(tool, explainUnknownArgument(unknown, names), known);
	}
	const missing = known.filter(({ name, required }) => required && !(name in input)).map(({ name }) => `"${name}"`);
	if (missing.length > 0) {
		throw usage(tool, `${tool.name} needs ${missing.join(' and ')}.`, known);
	}
	return input;
}

function usage(tool: PublishedTool, message: string, known: readonly ToolArgument[]): ToolError {
	const names = known.map(({ name, required }) => (required ? name : `[${name}]`));
	return new ToolError('E_INVALID_PARAMS', message, {
		hint: `It takes: ${names.join(', ')}. ${advice(tool)}`,
		details: { tool: tool.name, arguments: known.map(({ name }) => name) },
	});
}

function advice({ name, example = {} }: PublishedTool): string {
	const more = `More: hawser tools ${name}.`;
	return Object.keys(example).length === 0 ? more : `For example: ${shellCall(name, example)}\n${more}`;
}

import { z } from 'zod';
import { ToolError } from '../errors/tool-error.ts';
import { explainUnknownArgument } from './unknown-argument.ts';
import { listedNames } from './unlisted-arguments.ts';

/** Turns zod's issues into one sentence each, and says which argument was probably meant. */
export function invalidInput(
	issues: readonly z.core.$ZodIssue[],
	input: z.ZodObject,
	example: Readonly<Record<string, unknown>> = {},
): ToolError {
	const known = listedNames(input);
	const sentences = issues.map(issue => explain(issue, input));
	const shown = Object.keys(example).length > 0 ? ` For example: ${JSON.stringify(example)}` : '';
	return new ToolError('E_INVALID_PARAMS', sentences.join(' '), {
		hint:
			known.length > 0
				? `This tool takes: ${known.join(', ')}, projectRoot.${shown}`
				: 'This tool takes only projectRoot.',
		details: {
			issues: issues.map(({ code, path, message }) => ({ code, path: path.map(String).join('.'), message })),
			arguments: known,
		},
	});
}

function explain(issue: z.core.$ZodIssue, input: z.ZodObject): string {
	if (issue.code === 'unrecognized_keys') {
		const known = namesAt(issue.path, input);
		return issue.keys.map(key => explainUnknownArgument(key, known)).join(' ');
	}
	if (issue.path.length === 0) {
		return 'The arguments must be a JSON object.';
	}
	const name = issue.path.map(String).join('.');
	if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
		return `The argument "${name}" is missing (${issue.expected}).`;
	}
	return `The argument "${name}" is wrong: ${issue.message}.`;
}

/** The names that an object in the arguments takes. */
function namesAt(path: readonly PropertyKey[], input: z.ZodObject): readonly string[] {
	if (path.length === 0) {
		return [...listedNames(input), 'projectRoot'];
	}
	const inner = path.reduce<z.core.$ZodType | undefined>((schema, key) => fieldOf(schema, key), input);
	return inner instanceof z.ZodObject ? listedNames(inner) : [];
}

function fieldOf(schema: z.core.$ZodType | undefined, key: PropertyKey): z.core.$ZodType | undefined {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
		return fieldOf(schema.unwrap(), key);
	}
	if (schema instanceof z.ZodObject) {
		const shape: Record<string, z.core.$ZodType | undefined> = schema.shape;
		return shape[String(key)];
	}
	return schema instanceof z.ZodArray ? schema.element : undefined;
}

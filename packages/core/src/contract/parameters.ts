import { z } from 'zod';

const pathParameters = z.registry<{ isPath: true }>();

/** Parameters that mean the same in every tool, so that they read the same in every tool. */
export const path = z
	.string()
	.min(1)
	.describe('Workspace-relative path, absolute path or file: URI.')
	.register(pathParameters, { isPath: true });

/** The arguments that are made of `path`, alone or as a list: in a shell, such a value may start at the working directory. */
export function pathArguments({ shape }: z.ZodObject): readonly string[] {
	return Object.entries<z.core.$ZodType>(shape)
		.filter(([, field]) => isPath(field))
		.map(([name]) => name);
}

function isPath(schema: z.core.$ZodType): boolean {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
		return isPath(schema.unwrap());
	}
	return schema instanceof z.ZodArray ? isPath(schema.element) : pathParameters.get(schema)?.isPath === true;
}

export const line = z.int().positive().describe('1-based line.');

export const column = z.int().positive().describe('1-based column.');

/** Says how far an answer of the language server can be relied on. */
export const freshness = z.enum(['fresh', 'stale', 'not_ready']);

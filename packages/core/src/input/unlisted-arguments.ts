import { z } from 'zod';

/**
 * A field that is understood but not published: the dialects need it to answer as another system does, and what is
 * published is sent to every agent.
 */
export function unlisted<Schema extends z.ZodType>(schema: Schema): Schema {
	return schema.meta({ unlisted: true });
}

/** The names of an object's fields that may be told to whoever gets one wrong. */
export function listedNames(schema: z.ZodObject): readonly string[] {
	return Object.entries(schema.shape)
		.filter(([, field]) => z.globalRegistry.get(field)?.['unlisted'] !== true)
		.map(([name]) => name);
}

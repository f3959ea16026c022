import type { z } from 'zod';

/**
 * A field that is understood but not published: the dialects need it to answer as another system does, and what is
 * published is sent to every agent.
 */
export function unlisted<Schema extends z.ZodType>(schema: Schema): Schema {
	return schema.meta({ unlisted: true });
}

import type { JsonSchema } from './compact-json-schema.ts';
import type { Failure, Reply } from './envelope.ts';
import { isToolError } from './errors.ts';

type Problem = Pick<Failure['error'], 'code' | 'message' | 'hint'>;

/** An answer as the other system gives it. */
export interface SpokenAnswer {
	/** A text goes out as it is, everything else as JSON. */
	value: unknown;
	/** What has to be said beside it, such as that there is more. */
	note?: string;
}

/**
 * How another system speaks: what its server calls itself, and how it words answers and failures. Free of zod, because
 * the CLI carries it.
 */
export interface DialectVoice {
	readonly server: { readonly name: string; readonly version: string };
	/** Its tools do nothing without the absolute path of the project. */
	readonly requiresProjectRoot: boolean;
	/** By the name of the tool, from the data of ours; a name that is missing is answered with our text. */
	readonly answers: Readonly<Partial<Record<string, (data: Record<string, unknown>) => SpokenAnswer>>>;
	failure(problem: Problem): string;
}

export type Spoken = { answer: SpokenAnswer } | { failure: Problem };

/** The reply to a call of that name, in the other system's words. */
export function speak(voice: DialectVoice, name: string, { envelope, text }: Reply): Spoken {
	if (!envelope.ok) {
		return { failure: envelope.error };
	}
	try {
		return { answer: voice.answers[name]?.(envelope.data) ?? { value: text } };
	} catch (cause) {
		if (isToolError(cause)) {
			return { failure: cause };
		}
		throw cause;
	}
}

export function withRequiredProjectRoot(schema: JsonSchema): JsonSchema {
	const { properties } = schema;
	const required: unknown = schema['required'];
	return {
		...schema,
		properties: {
			...(typeof properties === 'object' ? properties : {}),
			projectRoot: { type: 'string', description: 'Absolute path of the project.' },
		},
		required: ['projectRoot', ...(Array.isArray(required) ? required.map(String) : [])],
	};
}

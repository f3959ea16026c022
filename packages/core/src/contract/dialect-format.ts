import { type ErrorCode } from '../errors/error-codes.ts';
import { isToolError } from '../errors/tool-error.ts';
import type { JsonSchema } from '../input/compact-json-schema.ts';
import type { Failure, FolderPlace, Reply } from './envelope.ts';

type Problem = Pick<Failure['error'], 'code' | 'message' | 'hint' | 'details'>;

/** An answer as the other system gives it. */
export interface DialectAnswer {
	/** A text goes out as it is, everything else as JSON. */
	value: unknown;
	/** A note beside it, such as that there is more. */
	note?: string;
}

/** The facts beside our data from which an answer can be made. */
export interface DialectCall {
	input: Readonly<Record<string, unknown>>;
	/** Empty unless the format gives absolute paths. */
	folders: readonly FolderPlace[];
	milliseconds: number;
	/** Secrets that were taken out of the data. */
	redacted: number;
	/** Our own answer, for systems that answer in sentences. */
	text: string;
}

/**
 * The format of another system: the name of its server, and the wording of its answers and failures. Free of zod, because
 * the CLI carries it.
 */
export interface DialectFormat {
	readonly server: { readonly name: string; readonly version: string };
	/** Its tools do nothing without the absolute path of the project. */
	readonly requiresProjectRoot: boolean;
	readonly absolutePaths: boolean;
	/** By the name of the tool, from the data of ours; a name that is missing is answered with our text. */
	readonly answers: Readonly<Partial<Record<string, Tell>>>;
	/** The other system's answers to failures, by the name of its tool. */
	readonly answersInstead?: Readonly<Partial<Record<string, Partial<Record<ErrorCode, unknown>>>>>;
	/** Tools that it has in common with another dialect. */
	readonly shares?: { readonly dialect: string; readonly names: readonly string[] };
	/** Tools that the other system has under our names or under aliases of ours. */
	readonly ownNames?: readonly string[];
	/** It answers as we do, with the envelope in the structured content. */
	readonly answersAsOurs?: true;
	failure(problem: Problem, name: string): string;
}

export type Tell = (data: Record<string, unknown>, call: DialectCall) => DialectAnswer;

export type DialectReply = { answer: DialectAnswer } | { failure: Problem };

/** The reply to a call of that name, in the other system's words. */
export function formatReply(
	format: DialectFormat,
	name: string,
	input: DialectCall['input'],
	{ envelope, text }: Reply,
): DialectReply {
	const { duration: milliseconds, folders = [], redacted = 0 } = envelope.meta;
	if (!envelope.ok) {
		const value = format.answersInstead?.[name]?.[envelope.error.code];
		return value === undefined ? { failure: envelope.error } : { answer: { value } };
	}
	try {
		const call = { input, folders, milliseconds, redacted, text };
		return { answer: format.answers[name]?.(envelope.data, call) ?? { value: text } };
	} catch (cause) {
		if (isToolError(cause)) {
			return { failure: cause };
		}
		throw cause;
	}
}

/** The arguments as the other system publishes them. */
export function withoutProjectRoot(schema: JsonSchema): JsonSchema {
	const { projectRoot: _, ...properties }: Partial<Record<string, unknown>> = {
		...(typeof schema['properties'] === 'object' ? schema['properties'] : {}),
	};
	const { required } = schema;
	return { type: schema.type, properties, ...(Array.isArray(required) && required.length > 0 && { required }) };
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

import { type Effect, onlyReads } from '../contract/effects.ts';
import { failureText, type Reply } from '../contract/envelope.ts';
import type { PublishedTool } from '../contract/manifest.ts';
import { isRecord } from '../data/plain-data.ts';
import { ToolError } from '../errors/tool-error.ts';

/** The tools that call others, and what those may do. */
const CALLERS = { tool_read: 'reads', tool_call: 'anything' } as const;

export type CallingTool = keyof typeof CALLERS;

export function isCallingTool(name: string): name is CallingTool {
	return Object.hasOwn(CALLERS, name);
}

/** The call that is meant: everything from here on, limits, log and errors, is about this tool. */
export interface InnerCall {
	name: string;
	input: Record<string, unknown>;
	readsOnly: boolean;
}

/** Reads the arguments of `tool_read` and `tool_call`. Arguments may also stand beside the tool's name, or be JSON as text. */
export function readInnerCall(caller: CallingTool, rawInput: unknown): InnerCall {
	const {
		tool,
		name = tool,
		arguments: given,
		input = given,
		...beside
	}: Partial<Record<string, unknown>> = isRecord(rawInput) ? rawInput : {};
	if (typeof name !== 'string' || name === '') {
		const given = Object.keys(beside).map(key => `"${key}"`);
		const instead = given.length === 0 ? '' : `; there is ${given.join(', ')}`;
		throw wrongCall(`The argument "tool" is missing (string)${instead}.`);
	}
	if (isCallingTool(name)) {
		throw wrongCall(`${name} cannot be called by ${caller}.`);
	}
	const inner = typeof input === 'string' ? fromJson(input) : (input ?? {});
	if (!isRecord(inner)) {
		throw wrongCall('The argument "arguments" must be an object.');
	}
	return { name, input: { ...beside, ...inner }, readsOnly: CALLERS[caller] === 'reads' };
}

/** The name of the tool that such a call means, whether or not the rest of it is right. */
export function innerName(caller: string, rawInput: unknown): string | undefined {
	try {
		return isCallingTool(caller) ? readInnerCall(caller, rawInput).name : undefined;
	} catch {
		return undefined;
	}
}

/** The arguments of that tool; of another call, its own. */
export function innerArguments(caller: string, rawInput: unknown): unknown {
	try {
		return isCallingTool(caller) ? readInnerCall(caller, rawInput).input : rawInput;
	} catch {
		return rawInput;
	}
}

function fromJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function wrongCall(message: string): ToolError {
	return new ToolError('E_INVALID_PARAMS', message, {
		hint: 'For example: {"tool":"git_blame","arguments":{"path":"src/cart.ts"}}. tool_find names the tools and their arguments.',
	});
}

/** Throws for a tool that does more than read: clients do not ask the user about `tool_read`. */
export function requireReading({ name, effect }: { name: string; effect: Effect }): void {
	if (!onlyReads(effect)) {
		throw new ToolError('E_INVALID_PARAMS', `${name} does more than read; call it with tool_call.`);
	}
}

/** The reply to a call that was guessed: wrong arguments are answered with those that the tool takes. */
export function withArguments(reply: Reply, { name, inputSchema }: Pick<PublishedTool, 'name' | 'inputSchema'>): Reply {
	const { envelope } = reply;
	if (envelope.ok || envelope.error.code !== 'E_INVALID_PARAMS') {
		return reply;
	}
	const error = {
		...envelope.error,
		hint: `${envelope.error.hint}\nThe arguments of ${name}: ${JSON.stringify(inputSchema)}`,
		details: { ...envelope.error.details, inputSchema },
	};
	return { envelope: { ...envelope, error }, text: failureText(error) };
}

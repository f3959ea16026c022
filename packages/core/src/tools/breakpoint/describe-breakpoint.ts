import { z } from 'zod';
import { ToolError } from '../../errors/tool-error.ts';
import type { Breakpoint, BreakpointRequest } from '../../ports/breakpoints.ts';

export const breakpoint = z.object({
	kind: z.enum(['line', 'function', 'exceptions']),
	path: z.string().optional(),
	line: z.int().optional(),
	column: z.int().optional(),
	functionName: z.string().optional(),
	exceptions: z.array(z.string()).optional(),
	enabled: z.boolean(),
	condition: z.string().optional(),
	hitCondition: z.string().optional(),
	logMessage: z.string().optional(),
	verified: z.enum(['yes', 'no', 'no_session']),
	boundLine: z.int().optional().describe('Where it really stops.'),
	message: z.string().optional(),
	unverifiedIn: z.array(z.string()).optional().describe('Ids of sessions that have not bound it, where others have.'),
});

export type BreakpointAnswer = z.output<typeof breakpoint>;

export function toAnswer({ bindings, filters, ...rest }: Breakpoint): BreakpointAnswer {
	const bound = bindings.find(({ verified }) => verified);
	const unbound = bindings.find(({ verified }) => !verified);
	const verified = bindings.length === 0 ? 'no_session' : bound ? 'yes' : 'no';
	return {
		...rest,
		...(filters && { exceptions: [...filters] }),
		verified,
		...(bound?.line !== undefined && { boundLine: bound.line }),
		...(verified === 'no' && unbound?.message !== undefined && { message: unbound.message }),
		...(bound &&
			unbound && { unverifiedIn: bindings.flatMap(binding => (binding.verified ? [] : [binding.sessionId])) }),
	};
}

export function renderBreakpoint({ verified, boundLine, message, ...rest }: BreakpointAnswer): string {
	const { path = '', line = 0, column, functionName, exceptions = [] } = rest;
	const place =
		rest.kind === 'line'
			? `${path}:${line}${column === undefined ? '' : `:${column}`}`
			: rest.kind === 'function'
				? `function ${functionName ?? ''}`
				: `exceptions: ${exceptions.join(', ')}`;
	const moved = boundLine !== undefined && boundLine !== line ? `, bound to line ${boundLine}` : '';
	const state = {
		yes: `verified${moved}`,
		no: `not verified: ${message ?? 'no reason given'}`,
		no_session: 'no session yet',
	}[verified];
	const extras = [
		rest.condition === undefined ? [] : `if ${rest.condition}`,
		rest.hitCondition === undefined ? [] : `hits ${rest.hitCondition}`,
		rest.logMessage === undefined ? [] : `logs "${rest.logMessage}"`,
		rest.enabled ? [] : 'disabled',
		state,
	].flat();
	return `${place} (${extras.join('; ')})`;
}

/** A place is a line of a file, a function, or exceptions, and only one of them. */
export function toPlace({
	path,
	line,
	column,
	functionName,
	exceptions,
}: {
	path?: string | undefined;
	line?: number | undefined;
	column?: number | undefined;
	functionName?: string | undefined;
	exceptions?: readonly string[] | undefined;
}): BreakpointRequest['place'] {
	const given = [path ?? line ?? column, functionName, exceptions].filter(value => value !== undefined);
	if (given.length !== 1) {
		throw new ToolError('E_INVALID_PARAMS', 'Give one place: "path" and "line", or "functionName", or "exceptions".');
	}
	if (functionName !== undefined) {
		return { kind: 'function', functionName };
	}
	if (exceptions) {
		return { kind: 'exceptions', filters: exceptions };
	}
	if (path === undefined || line === undefined) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			`"${path === undefined ? 'path' : 'line'}" is missing: a place in a file needs "path" and "line".`,
		);
	}
	return { kind: 'line', path, line, ...(column !== undefined && { column }) };
}

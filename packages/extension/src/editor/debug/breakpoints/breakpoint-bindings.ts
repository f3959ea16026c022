import type { BindingInSession } from '@hawser/core/ports/breakpoints.ts';
import * as vscode from 'vscode';
import type { BoundBreakpoint } from '../model/bound-breakpoints.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import { flagIn } from '../protocol/dap-values.ts';
import { fileOf } from '../protocol/source-paths.ts';

/** Sessions that run code themselves; one that has others below it only passes breakpoints on. */
export function programSessions(model: DebugModel, ended = false): readonly ModelSession[] {
	const sessions = model.sessions();
	return sessions.filter(
		({ facts, state }) => (ended || state !== 'ended') && !sessions.some(child => child.facts.parent === facts.id),
	);
}

/** The state of the breakpoint in each of these sessions. */
export function bindingsOf(
	breakpoint: vscode.Breakpoint,
	sessions: readonly ModelSession[],
): readonly BindingInSession[] {
	return sessions.flatMap(session => {
		const bound = session.breakpoints.all().find(candidate => isSame(candidate, breakpoint));
		const binding = bound ? fromAdapter(bound) : withoutAnswer(breakpoint, session);
		return binding ? [{ sessionId: session.facts.id, session: session.facts.name, ...binding }] : [];
	});
}

function fromAdapter({ verified, boundLine, boundColumn, message }: BoundBreakpoint) {
	return {
		verified,
		...(verified && boundLine !== undefined && { line: boundLine }),
		...(verified && boundColumn !== undefined && { column: boundColumn }),
		...(!verified && { message: message ?? 'The debugger has not bound it; the code may not be loaded.' }),
	};
}

function withoutAnswer(breakpoint: vscode.Breakpoint, { facts, capabilities }: ModelSession) {
	if (breakpoint instanceof vscode.FunctionBreakpoint && !flagIn(capabilities, 'supportsFunctionBreakpoints')) {
		return { verified: false, message: `${facts.type} has no function breakpoints.` };
	}
	return breakpoint.enabled ? { verified: false, message: 'The debugger has not answered yet.' } : undefined;
}

export function isSame(bound: BoundBreakpoint, breakpoint: vscode.Breakpoint): boolean {
	if (breakpoint instanceof vscode.FunctionBreakpoint) {
		return bound.functionName === breakpoint.functionName;
	}
	if (!(breakpoint instanceof vscode.SourceBreakpoint) || bound.path === undefined) {
		return false;
	}
	const { uri, range } = breakpoint.location;
	const sameColumn =
		bound.column === undefined || range.start.character === 0 || bound.column === range.start.character + 1;
	return fileOf(bound.path)?.toString() === uri.toString() && bound.line === range.start.line + 1 && sameColumn;
}

import type { Started } from '@hawser/core/ports/debugger.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import type { DebugModel } from '../model/debug-model.ts';
import { bindingsOf, programSessions } from './breakpoint-bindings.ts';

/** Breakpoints that these programs would run past: an agent that waits for one of them waits in vain. */
export function unboundBreakpoints(
	model: DebugModel,
	concerns: (sessionId: string) => boolean,
	paths: WorkspacePaths,
): Started['unbound'] {
	const sessions = programSessions(model, true).filter(({ facts }) => concerns(facts.id));
	return vscode.debug.breakpoints
		.filter(({ enabled }) => enabled)
		.flatMap(breakpoint => {
			const bindings = bindingsOf(breakpoint, sessions);
			const [first] = bindings;
			if (!first || bindings.some(({ verified }) => verified)) {
				return [];
			}
			return [{ ...placeOf(breakpoint, paths), ...(first.message !== undefined && { message: first.message }) }];
		});
}

function placeOf(breakpoint: vscode.Breakpoint, paths: WorkspacePaths) {
	if (breakpoint instanceof vscode.SourceBreakpoint) {
		const { uri, range } = breakpoint.location;
		return { path: paths.show(uri), line: range.start.line + 1 };
	}
	return breakpoint instanceof vscode.FunctionBreakpoint ? { functionName: breakpoint.functionName } : {};
}

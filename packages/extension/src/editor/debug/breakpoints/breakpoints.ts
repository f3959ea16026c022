import type { Breakpoint, BreakpointRequest, Breakpoints } from '@hawser/core/ports/breakpoints.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../../documents/fresh-document.ts';
import { positionIn } from '../../shared/positions.ts';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import type { ModelWaiters } from '../control/wait-for-change.ts';
import type { DebugModel } from '../model/debug-model.ts';
import { bindingsOf, programSessions } from './breakpoint-bindings.ts';
import type { ExceptionFilters } from './exception-filters.ts';

/** An adapter binds a breakpoint in loaded code within milliseconds; code that is not loaded yet may never come. */
const BINDING_LIMIT = 2000;
const RELOAD_LIMIT = 1500;
const COMMENT = /^\s*(\/\/|#(?!!|include|if|define)|\/\*|\*|--|<!--)/;

export interface BreakpointParts {
	model: DebugModel;
	waiters: ModelWaiters;
	exceptions: ExceptionFilters;
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
}

type Place = BreakpointRequest['place'];

export function createBreakpoints({ model, waiters, exceptions, paths, freshDocuments }: BreakpointParts): Breakpoints {
	return {
		async set(request, signal) {
			if (request.place.kind === 'exceptions') {
				const { filters } = request.place;
				const updated = exceptions.filters.length > 0;
				await exceptions.choose([...exceptions.filters, ...filters], signal);
				return { breakpoint: describeExceptions(), updated };
			}
			const { wanted, warning } = await build(request, signal);
			const before = vscode.debug.breakpoints.filter(existing => samePlace(existing, wanted));
			const answers = programSessions(model).map(session => ({ session, count: session.breakpoints.answers }));
			vscode.debug.removeBreakpoints(before);
			vscode.debug.addBreakpoints([wanted]);
			await echo(signal);
			const bound = () => {
				const settled = answers.every(
					({ session, count }) =>
						session.state === 'ended' ||
						(session.breakpoints.answers > count && bindingsOf(wanted, [session]).every(({ verified }) => verified)),
				);
				return settled || undefined;
			};
			await waiters.until(bound, { milliseconds: BINDING_LIMIT, signal });
			return { breakpoint: describe(wanted), updated: before.length > 0, ...(warning !== undefined && { warning }) };
		},

		list: () => [
			...vscode.debug.breakpoints.map(describe),
			...(exceptions.filters.length > 0 ? [describeExceptions()] : []),
		],

		async remove(place) {
			if (place.kind === 'exceptions') {
				const removed = exceptions.filters.length > 0 ? [describeExceptions()] : [];
				await exceptions.choose(
					exceptions.filters.filter(filter => !place.filters.includes(filter)),
					NEVER_CANCELLED,
				);
				return removed;
			}
			const uri = place.kind === 'line' ? await paths.resolve(place.path) : undefined;
			return drop(existing => isAt(existing, place, uri));
		},

		async clear(path) {
			if (path !== undefined) {
				const uri = await paths.resolve(path);
				return drop(existing => existing instanceof vscode.SourceBreakpoint && sameFile(existing.location.uri, uri));
			}
			const ofExceptions = exceptions.filters.length > 0 ? [describeExceptions()] : [];
			await exceptions.choose([], NEVER_CANCELLED);
			return [...(await drop(() => true)), ...ofExceptions];
		},
	};

	async function build(
		{ place, condition, hitCondition, logMessage }: BreakpointRequest,
		signal: Cancellation,
	): Promise<{ wanted: vscode.Breakpoint; warning?: string }> {
		if (place.kind !== 'line') {
			const name = place.kind === 'function' ? place.functionName : '';
			return { wanted: new vscode.FunctionBreakpoint(name, true, condition, hitCondition, logMessage) };
		}
		const uri = await paths.resolve(place.path);
		const { document } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		const position = positionIn(document, { line: place.line, column: place.column ?? 1 }, paths.show(uri));
		const text = document.lineAt(position).text;
		const empty = text.trim() === '' ? 'is blank' : COMMENT.test(text) ? 'is only a comment' : undefined;
		return {
			wanted: new vscode.SourceBreakpoint(
				new vscode.Location(uri, position),
				true,
				condition,
				hitCondition,
				logMessage,
			),
			...(empty !== undefined && {
				warning: `Line ${place.line} ${empty}; the debugger may move the breakpoint to the next code, or ignore it.`,
			}),
		};
	}

	async function drop(which: (existing: vscode.Breakpoint) => boolean): Promise<readonly Breakpoint[]> {
		const dropped = vscode.debug.breakpoints.filter(which);
		const described = dropped.map(describe);
		if (dropped.length > 0) {
			vscode.debug.removeBreakpoints(dropped);
			await echo(NEVER_CANCELLED);
		}
		return described;
	}

	function describe(breakpoint: vscode.Breakpoint): Breakpoint {
		const { enabled, condition, hitCondition, logMessage } = breakpoint;
		const shared = {
			enabled,
			...(condition !== undefined && { condition }),
			...(hitCondition !== undefined && { hitCondition }),
			...(logMessage !== undefined && { logMessage }),
			bindings: bindingsOf(breakpoint, programSessions(model)),
		};
		if (breakpoint instanceof vscode.SourceBreakpoint) {
			const { uri, range } = breakpoint.location;
			const { line, character } = range.start;
			const column = character > 0 ? { column: character + 1 } : {};
			return { kind: 'line', path: paths.show(uri), line: line + 1, ...column, ...shared };
		}
		const functionName = breakpoint instanceof vscode.FunctionBreakpoint ? breakpoint.functionName : 'data';
		return { kind: 'function', functionName, ...shared };
	}

	function describeExceptions(): Breakpoint {
		return { kind: 'exceptions', filters: exceptions.filters, enabled: true, bindings: exceptions.bindings() };
	}
}

/**
 * Changes count at once in this process, and the workbench tells of them once more when it has made them too. A breakpoint
 * that is removed in between would come back for that moment, so wait until the workbench has dealt with what was sent.
 */
async function echo(signal: Cancellation): Promise<void> {
	const answered = vscode.commands.executeCommand('setContext', 'hawser.breakpoints', vscode.debug.breakpoints.length);
	await resultWithin(answered, { milliseconds: BINDING_LIMIT, signal });
}

function samePlace(existing: vscode.Breakpoint, wanted: vscode.Breakpoint): boolean {
	if (existing instanceof vscode.FunctionBreakpoint && wanted instanceof vscode.FunctionBreakpoint) {
		return existing.functionName === wanted.functionName;
	}
	return (
		existing instanceof vscode.SourceBreakpoint &&
		wanted instanceof vscode.SourceBreakpoint &&
		sameFile(existing.location.uri, wanted.location.uri) &&
		existing.location.range.start.isEqual(wanted.location.range.start)
	);
}

function isAt(existing: vscode.Breakpoint, place: Place, uri: vscode.Uri | undefined): boolean {
	if (existing instanceof vscode.SourceBreakpoint && place.kind === 'line') {
		const { range } = existing.location;
		return (
			uri !== undefined &&
			sameFile(existing.location.uri, uri) &&
			range.start.line === place.line - 1 &&
			(place.column === undefined || range.start.character === place.column - 1)
		);
	}
	return (
		existing instanceof vscode.FunctionBreakpoint &&
		place.kind === 'function' &&
		existing.functionName === place.functionName
	);
}

function sameFile(left: vscode.Uri, right: vscode.Uri): boolean {
	return left.toString() === right.toString();
}

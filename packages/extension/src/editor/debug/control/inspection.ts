import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Debugger, Scope, StackFrame, Variable } from '@hawser/core/ports/debugger.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import { type Fields, fieldsIn, flagIn, listIn, numberIn, textIn } from '../protocol/dap-values.ts';
import { sourcePlace } from '../protocol/source-paths.ts';
import { AdapterRefusal, type DapRequests, refused } from '../sessions/dap-requests.ts';
import { family, liveSessions, noSession, requireSession, requireStopped } from './choose-session.ts';
import { describeSession } from './describe-session.ts';
import type { References } from './references.ts';

/** Adapters answer in milliseconds; this ends a wait for one that is wedged. */
const ANSWER_LIMIT = 15_000;

export interface InspectionParts {
	model: DebugModel;
	dap: DapRequests;
	references: References;
	paths: WorkspacePaths;
}

export type Inspection = Pick<Debugger, 'threads' | 'stack' | 'scopes' | 'evaluate' | 'variables' | 'setVariable'>;

/** Looking at a program that is stopped. */
export function createInspection({ model, dap, references, paths }: InspectionParts): Inspection {
	const ask = async (sessionId: string, command: string, args: object, timeLimit: TimeLimit): Promise<Fields> => {
		try {
			return await dap.send(sessionId, command, args, timeLimit);
		} catch (error) {
			throw refused(error);
		}
	};
	const patient = (signal: Cancellation): TimeLimit => ({ milliseconds: ANSWER_LIMIT, signal });

	const toFrame = (session: ModelSession, frame: Fields, generation: number): StackFrame => {
		const source = fieldsIn(frame, 'source');
		const place = sourcePlace(source, paths);
		const subtle =
			textIn(frame, 'presentationHint') === 'subtle' || textIn(source, 'presentationHint') === 'deemphasize';
		const reference = { sessionId: session.facts.id, adapterId: numberIn(frame, 'id') ?? 0 };
		return {
			id: references.give('frame', reference, generation),
			name: textIn(frame, 'name') ?? '',
			...(place && { path: place.path }),
			isFile: place?.file !== undefined,
			line: numberIn(frame, 'line') ?? 0,
			column: numberIn(frame, 'column') ?? 0,
			...(subtle && { skipped: true }),
		};
	};

	const toVariable = (session: ModelSession, value: Fields, generation: number, key = 'value'): Variable => {
		const adapterId = numberIn(value, 'variablesReference') ?? 0;
		const type = textIn(value, 'type');
		const evaluateName = textIn(value, 'evaluateName');
		const identity = textIn(value, 'memoryReference');
		return {
			name: textIn(value, 'name') ?? '',
			value: textIn(value, key) ?? '',
			...(type !== undefined && type !== '' && { type }),
			...(adapterId > 0 && {
				reference: references.give('variable', { sessionId: session.facts.id, adapterId }, generation),
			}),
			...counts(value),
			...(evaluateName !== undefined && evaluateName !== '' && { evaluateName }),
			...(identity !== undefined && { identity }),
			...(flagIn(fieldsIn(value, 'presentationHint'), 'lazy') && { lazy: true }),
		};
	};

	const topFrame = async (session: ModelSession, threadId: number | undefined, signal: Cancellation) => {
		const args = { threadId: threadId ?? 0, startFrame: 0, levels: 1 };
		const body = await ask(session.facts.id, 'stackTrace', args, patient(signal));
		return listIn(body, 'stackFrames')[0];
	};

	return {
		async threads(sessionId, signal) {
			const live = sessionId === undefined ? liveSessions(model) : family(model, requireSession(model, sessionId));
			if (live.length === 0) {
				throw noSession(model);
			}
			return Promise.all(
				live.map(async session => {
					const body = await ask(session.facts.id, 'threads', {}, patient(signal));
					const threads = listIn(body, 'threads').map(thread => {
						const id = numberIn(thread, 'id') ?? 0;
						const stopped = session.stops.some(stop => stop.allThreads || stop.threadId === id);
						return { id, name: textIn(thread, 'name') ?? '', stopped };
					});
					return { session: describeSession(session), threads };
				}),
			);
		},

		async stack(target, { startFrame, levels }, signal) {
			const { session, stop } = requireStopped(model, target.sessionId, target.threadId);
			const { generation } = session;
			const threadId = stop.threadId ?? [...session.threads.keys()][0];
			const args = { threadId, startFrame, levels };
			const body = await ask(session.facts.id, 'stackTrace', args, patient(signal));
			// Some adapters give the whole stack whatever they are asked for.
			const frames = listIn(body, 'stackFrames').slice(0, levels);
			const total = numberIn(body, 'totalFrames');
			return {
				session: describeSession(session),
				...(threadId !== undefined && { threadId }),
				frames: frames.map(frame => toFrame(session, frame, generation)),
				...(total !== undefined && { total }),
			};
		},

		async scopes({ frameId, ...target }, signal) {
			const found = await findFrame(frameId, target, signal);
			const { generation } = found.session;
			const body = await ask(found.session.facts.id, 'scopes', { frameId: found.adapterId }, patient(signal));
			const scopes = listIn(body, 'scopes').map(
				(scope): Scope => ({
					name: textIn(scope, 'name') ?? '',
					kind: scopeKind(scope),
					reference: references.give(
						'variable',
						{ sessionId: found.session.facts.id, adapterId: numberIn(scope, 'variablesReference') ?? 0 },
						generation,
					),
					expensive: flagIn(scope, 'expensive'),
					...counts(scope),
				}),
			);
			return { session: describeSession(found.session), frameId: found.frameId, scopes };
		},

		async evaluate({ expression, frameId, context, timeout, ...target }, signal) {
			const { session, adapterId } = await findFrame(frameId, target, signal);
			const { generation } = session;
			const args = { expression, context, frameId: adapterId };
			try {
				const body = await dap.send(session.facts.id, 'evaluate', args, { milliseconds: timeout, signal });
				return {
					session: describeSession(session),
					result: { ...toVariable(session, body, generation, 'result'), name: expression },
				};
			} catch (error) {
				if (error instanceof AdapterRefusal) {
					throw new ToolError('E_EVALUATE_FAILED', error.message, { cause: error, details: { expression } });
				}
				throw error;
			}
		},

		async variables(reference, { start, count, filter }, signal) {
			const { sessionId, adapterId } = references.resolve('variable', reference);
			const session = requireSession(model, sessionId);
			const { generation } = session;
			const args = {
				variablesReference: adapterId,
				...(filter !== undefined && { filter }),
				...(start !== undefined && { start }),
				...(count !== undefined && { count }),
			};
			const body = await ask(sessionId, 'variables', args, patient(signal));
			return listIn(body, 'variables').map(variable => toVariable(session, variable, generation));
		},

		async setVariable(reference, name, value, signal) {
			const { sessionId, adapterId } = references.resolve('variable', reference);
			const session = requireSession(model, sessionId);
			if (!flagIn(session.capabilities, 'supportsSetVariable')) {
				throw new ToolError('E_UNSUPPORTED_CAPABILITY', `${session.facts.type} does not set variables.`, {
					hint: 'Assign with debug_evaluate instead.',
				});
			}
			const { generation } = session;
			const args = { variablesReference: adapterId, name, value };
			try {
				const body = await dap.send(sessionId, 'setVariable', args, patient(signal));
				return { ...toVariable(session, body, generation), name };
			} catch (error) {
				if (error instanceof AdapterRefusal) {
					throw new ToolError('E_SET_FAILED', error.message, { cause: error, details: { name, value } });
				}
				throw error;
			}
		},
	};

	async function findFrame(
		frameId: number | undefined,
		target: { sessionId?: string | undefined; threadId?: number | undefined },
		signal: Cancellation,
	): Promise<{ session: ModelSession; frameId: number; adapterId: number }> {
		if (frameId !== undefined) {
			const { sessionId, adapterId } = references.resolve('frame', frameId);
			return { session: requireSession(model, sessionId), frameId, adapterId };
		}
		const { session, stop } = requireStopped(model, target.sessionId, target.threadId);
		const { generation } = session;
		const frame = await topFrame(session, stop.threadId, signal);
		if (!frame) {
			throw new ToolError('E_THREAD_NOT_FOUND', 'The stopped thread has no frame to look at.');
		}
		const adapterId = numberIn(frame, 'id') ?? 0;
		const given = references.give('frame', { sessionId: session.facts.id, adapterId }, generation);
		return { session, frameId: given, adapterId };
	}
}

function counts(value: Fields): { named?: number; indexed?: number } {
	const named = numberIn(value, 'namedVariables') ?? 0;
	const indexed = numberIn(value, 'indexedVariables') ?? 0;
	return { ...(named > 0 && { named }), ...(indexed > 0 && { indexed }) };
}

/** Adapters agree on `presentationHint` only for locals; beyond that their names have to tell. */
function scopeKind(scope: Fields): Scope['kind'] {
	const name = (textIn(scope, 'name') ?? '').toLowerCase();
	const hint = textIn(scope, 'presentationHint');
	// The variables of a module are what its functions close over.
	if (/closure|module/.test(name)) {
		return 'closure';
	}
	if (hint === 'globals' || /global|script|static/.test(name)) {
		return 'global';
	}
	if (hint === 'locals' || hint === 'arguments' || /local|block|argument|catch|with/.test(name)) {
		return 'local';
	}
	return 'other';
}

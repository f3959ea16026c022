import type { Scope, StackFrame, Stop, Variable } from '@hawser/core/ports/debugger.ts';
import type { Documents } from '@hawser/core/ports/documents.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import { fieldsIn, flagIn, textIn } from '../protocol/dap-values.ts';
import type { DapRequests } from '../sessions/dap-requests.ts';
import { liveSessions, type StoppedThread } from './choose-session.ts';
import { describeSession } from './describe-session.ts';
import type { Inspection } from './inspection.ts';
import { namesOnLine } from './names-on-line.ts';

/** The details belong to the answer, but must not hold it up for long. */
const DETAIL_LIMIT = 5000;
const LOCALS = 30;
const LINES_AROUND = 2;

/** Everything an agent wants to know about a stop without asking further. */
export function createDescribeStop({
	model,
	dap,
	inspection,
	documents,
}: {
	model: DebugModel;
	dap: DapRequests;
	inspection: Inspection;
	documents: Pick<Documents, 'lines'>;
}): (thread: StoppedThread, signal: Cancellation, locals?: boolean) => Promise<Stop> {
	const describeStop = async (
		{ session, stop }: StoppedThread,
		signal: Cancellation,
		withLocals = true,
	): Promise<Stop> => {
		const target = { sessionId: session.facts.id, threadId: stop.threadId };
		const [{ frames }, thrown] = await Promise.all([
			inspection.stack(target, { startFrame: 0, levels: 1 }, signal),
			stop.reason === 'exception' ? exceptionText(session, stop.threadId, signal) : undefined,
		]);
		const [frame] = frames;
		const source = frame ? await linesAround(frame, documents, signal) : [];
		const code = source.find(({ line }) => line === frame?.line)?.text ?? '';
		const locals = frame && withLocals ? await topLocals(frame.id, namesOnLine(code), signal) : [];
		const text = thrown ?? stop.text ?? (stop.reason === 'exception' ? stop.description : undefined);
		return {
			session: describeSession(session),
			...(stop.threadId !== undefined && { threadId: stop.threadId }),
			reason: stop.reason,
			...(text !== undefined && text !== '' && { text }),
			...(frame && { frame }),
			source,
			locals,
			alsoStopped: liveSessions(model)
				.filter(other => other !== session && other.stops.length > 0)
				.map(describeSession),
		};
	};

	/**
	 * What stands on the line first, wherever it is declared, then the other locals. They are an extra: a debugger that cannot give
	 * them has still stopped where it has.
	 */
	const topLocals = async (
		frameId: number,
		onLine: readonly string[],
		signal: Cancellation,
	): Promise<readonly Variable[]> => {
		try {
			const { scopes } = await inspection.scopes({ frameId }, signal);
			const cheap = scopes.filter(({ expensive }) => !expensive);
			const local = cheap.filter(({ kind }) => kind === 'local');
			const chosen = local.length > 0 ? local : cheap.slice(0, 1);
			const read = ({ reference }: Scope) => inspection.variables(reference, {}, signal);
			const locals = (await Promise.all(chosen.map(read))).flat();
			const mentioned = new Map<string, Variable>();
			const note = (variables: readonly Variable[]) => {
				for (const variable of variables.filter(({ name }) => onLine.includes(name) && !mentioned.has(name))) {
					mentioned.set(variable.name, variable);
				}
			};
			note(locals);
			// Inner scopes come first; each is asked only while a name is still missing.
			for (const scope of cheap.filter(other => !chosen.includes(other))) {
				if (mentioned.size < onLine.length) {
					note(await read(scope));
				}
			}
			const first = [...mentioned.values()];
			return [...first, ...locals.filter(local => !first.includes(local))].slice(0, LOCALS);
		} catch (error) {
			if (signal.cancelled) {
				throw error;
			}
			return [];
		}
	};

	const exceptionText = async (
		session: ModelSession,
		threadId: number | undefined,
		signal: Cancellation,
	): Promise<string | undefined> => {
		if (!flagIn(session.capabilities, 'supportsExceptionInfoRequest')) {
			return undefined;
		}
		try {
			const timeLimit = { milliseconds: DETAIL_LIMIT, signal };
			const info = await dap.send(session.facts.id, 'exceptionInfo', { threadId: threadId ?? 0 }, timeLimit);
			const details = fieldsIn(info, 'details');
			const message = textIn(info, 'description') ?? textIn(details, 'message');
			const id = textIn(info, 'exceptionId');
			return message !== undefined && id !== undefined && !message.includes(id) ? `${id}: ${message}` : (message ?? id);
		} catch (error) {
			if (signal.cancelled) {
				throw error;
			}
			return undefined;
		}
	};

	return describeStop;
}

/** The source is an extra too: a file outside the workspace, or one that is gone, is no reason to fail. */
async function linesAround(
	{ path, isFile, line }: StackFrame,
	documents: Pick<Documents, 'lines'>,
	signal: Cancellation,
): Promise<Stop['source']> {
	if (path === undefined || !isFile || line < 1) {
		return [];
	}
	const first = Math.max(1, line - LINES_AROUND);
	const numbers = Array.from({ length: line + LINES_AROUND - first + 1 }, (_, index) => first + index);
	try {
		const texts = await documents.lines(path, numbers, signal);
		const lines = numbers.map((number, index) => ({ line: number, text: texts[index] ?? '' }));
		// Past the end of the file there is nothing to show.
		return lines.slice(0, lines.findLastIndex(({ text }) => text !== '') + 1);
	} catch (error) {
		if (signal.cancelled) {
			throw error;
		}
		return [];
	}
}

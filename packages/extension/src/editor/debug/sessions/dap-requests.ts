import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import { errorText } from '../model/debug-model.ts';
import type { DapMessages } from '../protocol/dap-messages.ts';
import { type Fields, fieldsIn, fieldsOf, flagIn, numberIn, textIn } from '../protocol/dap-values.ts';
import type { DebugSessions } from './debug-sessions.ts';

/** Requests to debug adapters, each with an end: an adapter may be busy, wedged or gone. */
export interface DapRequests {
	/** The body of the answer. Throws AdapterRefusal with the adapter's words. */
	send(sessionId: string, command: string, args: object, timeLimit: TimeLimit): Promise<Fields>;
	/** Sends it and tells only of a refusal: what comes of it shows in the model, maybe before the adapter answers. */
	begin(sessionId: string, command: string, args: object, onRefused: (error: AdapterRefusal) => void): void;
}

/** The adapter has answered, and the answer is no. */
export class AdapterRefusal extends Error {
	override readonly name = 'AdapterRefusal';
}

interface Request {
	sessionId: string;
	command: string;
	args: object;
}

export function createDapRequests({ find, messages }: Pick<DebugSessions, 'find' | 'messages'>): DapRequests {
	const ask = ({ sessionId, command, args }: Request): Promise<Fields> => {
		const session = find(sessionId);
		return session
			? Promise.resolve(session.customRequest(command, args)).then(fieldsOf, (error: unknown) => {
					throw new AdapterRefusal(messageOf(error), { cause: error });
				})
			: Promise.reject(ended(command));
	};
	return {
		begin(sessionId, command, args, onRefused) {
			ask({ sessionId, command, args }).catch((error: unknown) => {
				if (error instanceof AdapterRefusal) {
					onRefused(error);
				}
			});
		},
		async send(sessionId, command, args, timeLimit) {
			const request = { sessionId, command, args };
			const passing = watchForAnswer(messages, request);
			try {
				const answer = await resultWithin(Promise.race([passing.answer, ask(request)]), timeLimit);
				if (!answer) {
					throw new ToolError(
						'E_TIMEOUT',
						`The debug adapter did not answer "${command}" within ${timeLimit.milliseconds} ms.`,
						{ hint: 'The session is left as it is. Call debug_status to see its state.' },
					);
				}
				return answer;
			} finally {
				passing.dispose();
			}
		},
	};
}

/**
 * An answer passes by here on its way to VS Code, which would hand it back a round trip later. The same question of VS Code
 * itself will do as well.
 */
function watchForAnswer(messages: DapMessages, { sessionId, command, args }: Request) {
	const wanted = JSON.stringify(args);
	const asked = new Set<number>();
	let stopListening: () => void = () => undefined;
	const answer = new Promise<Fields>((resolve, reject) => {
		stopListening = messages.listen(event => {
			if (event.kind === 'opened' || event.sessionId !== sessionId) {
				return;
			}
			if (event.kind === 'ended') {
				reject(ended(command));
			}
			const message = event.kind === 'sent' || event.kind === 'received' ? fieldsOf(event.message) : {};
			if (textIn(message, 'command') !== command) {
				return;
			}
			if (event.kind === 'sent' && JSON.stringify(fieldsIn(message, 'arguments')) === wanted) {
				asked.add(numberIn(message, 'seq') ?? -1);
			} else if (event.kind === 'received' && asked.has(numberIn(message, 'request_seq') ?? -1)) {
				if (flagIn(message, 'success')) {
					resolve(fieldsIn(message, 'body'));
				} else {
					reject(new AdapterRefusal(errorText(message)));
				}
			}
		});
	});
	// Whoever lost the race, nobody listens to any more.
	answer.catch(() => undefined);
	return { answer, dispose: () => stopListening() };
}

function ended(command: string): ToolError {
	return new ToolError('E_NO_SESSION', `The debug session ended before it could answer "${command}".`);
}

/** The error for an adapter's refusal that has no code of its own. */
export function refused(error: unknown): unknown {
	return error instanceof AdapterRefusal ? new ToolError('E_DEBUGGER_FAILED', error.message, { cause: error }) : error;
}

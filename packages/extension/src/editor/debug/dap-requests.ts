import { ToolError } from '@hawser/core/contract/errors.ts';
import type { DebugSessions } from '../debug-sessions.ts';
import { type Patience, within } from '../until.ts';
import { type Fields, fieldsOf } from './dap-values.ts';
import type { DebugModel } from './debug-model.ts';

/** Requests to debug adapters, each with an end: an adapter may be busy, wedged or gone. */
export interface DapRequests {
	/** The body of the answer. Throws AdapterRefusal with the adapter's words. */
	send(sessionId: string, command: string, args: object, patience: Patience): Promise<Fields>;
	/** Sends it and tells only of a refusal: what comes of it shows in the model, maybe before the adapter answers. */
	begin(sessionId: string, command: string, args: object, onRefused: (error: AdapterRefusal) => void): void;
}

/** The adapter has answered, and the answer is no. */
export class AdapterRefusal extends Error {
	override readonly name = 'AdapterRefusal';
}

export function createDapRequests(sessions: Pick<DebugSessions, 'find'>, model: DebugModel): DapRequests {
	const ask = (
		session: { customRequest(command: string, args: object): Thenable<unknown> },
		command: string,
		args: object,
	) =>
		Promise.resolve(session.customRequest(command, args)).then(fieldsOf, (error: unknown) => {
			throw new AdapterRefusal(error instanceof Error ? error.message : String(error), { cause: error });
		});
	return {
		begin(sessionId, command, args, onRefused) {
			const session = sessions.find(sessionId);
			if (!session) {
				throw ended(command);
			}
			ask(session, command, args).catch((error: unknown) => {
				if (error instanceof AdapterRefusal) {
					onRefused(error);
				}
			});
		},
		async send(sessionId, command, args, patience) {
			const session = sessions.find(sessionId);
			if (!session) {
				throw ended(command);
			}
			let forget: () => void = () => undefined;
			const gone = new Promise<never>((_, reject) => {
				forget = model.onChange(changed => {
					if (changed.facts.id === sessionId && changed.state === 'ended') {
						reject(ended(command));
					}
				});
			});
			try {
				const answer = await within(Promise.race([ask(session, command, args), gone]), patience);
				if (!answer) {
					throw new ToolError(
						'E_TIMEOUT',
						`The debug adapter did not answer "${command}" within ${patience.milliseconds} ms.`,
						{ hint: 'The session is left as it is. Call debug_status to see its state.' },
					);
				}
				return answer;
			} finally {
				forget();
				gone.catch(() => undefined);
			}
		},
	};
}

function ended(command: string): ToolError {
	return new ToolError('E_NO_SESSION', `The debug session ended before it could answer "${command}".`);
}

/** What an agent is told when an adapter refuses something that has no code of its own. */
export function refused(error: unknown): unknown {
	return error instanceof AdapterRefusal ? new ToolError('E_DEBUGGER_FAILED', error.message, { cause: error }) : error;
}

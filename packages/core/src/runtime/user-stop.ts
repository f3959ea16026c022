import { ToolError } from '../errors/tool-error.ts';
import type { Cancellation } from '../ports/values/cancellation.ts';
import { createCancellation } from '../waiting/cancellation-source.ts';

/** The second way in which a call can end early: beside its caller, the user may stop it. */
export interface UserStop {
	/** Cancelled by the caller or by the user. */
	signal: Cancellation;
	stop(): void;
	/** The error for the caller of a call that the user has stopped; any other error as it is. */
	explain(error: ToolError, tool: string): ToolError;
	/** The call is over. */
	end(): void;
}

export function createUserStop(caller: Cancellation): UserStop {
	const either = createCancellation();
	let stopped = false;
	let over = false;
	const forget = caller.onCancelled(either.cancel);
	return {
		signal: either,
		stop() {
			if (!over && !either.cancelled) {
				stopped = true;
				either.cancel();
			}
		},
		explain: (error, tool) =>
			stopped
				? new ToolError('E_CANCELLED', `The user stopped ${tool}.`, {
						hint: 'Do not call it again unless the user asks for it. What it had done until then stays as it is.',
						details: { by: 'user' },
					})
				: error,
		end() {
			over = true;
			forget();
		},
	};
}

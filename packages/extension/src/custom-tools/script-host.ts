import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import type { UserQuestions } from '../editor/questions/question.ts';

/** The part of the window that a script needs. */
export interface ScriptHost {
	questions: UserQuestions;
	/** The way of every call, so that policy and consent are the same for a script as for an agent. */
	invoke: Runtime['invoke'];
}

import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import type { PersonAsker } from '../editor/ask-person.ts';

/** What a script needs of its window. */
export interface ScriptHost {
	person: PersonAsker;
	/** The way of every call, so that policy and consent are the same for a script as for an agent. */
	invoke: Runtime['invoke'];
}

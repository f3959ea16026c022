import type { DebugSession } from '@hawser/core/ports/debugger.ts';
import type { ModelSession } from '../model/debug-model.ts';

export function describeSession({ facts, state, stops }: ModelSession): DebugSession {
	const stop = stops.at(-1);
	return {
		id: facts.id,
		name: facts.name,
		type: facts.type,
		...(facts.parent !== undefined && { parent: facts.parent }),
		state,
		...(stop && { stopReason: stop.reason }),
	};
}

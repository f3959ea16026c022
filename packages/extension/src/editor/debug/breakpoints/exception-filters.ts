import type { BindingInSession } from '@hawser/core/ports/breakpoints.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { DebugModel, ModelSession } from '../model/debug-model.ts';
import type { DapMessages } from '../protocol/dap-messages.ts';
import { fieldsOf, isFields, listIn, textIn, textsIn } from '../protocol/dap-values.ts';
import type { DapRequests } from '../sessions/dap-requests.ts';
import { programSessions } from './breakpoint-bindings.ts';

/** Exceptions at which programs stop because an agent said so, on top of what the user has ticked. */
export interface ExceptionFilters {
	readonly filters: readonly string[];
	/** Replaces the filters, in running sessions and in those to come. */
	choose(filters: readonly string[], signal: Cancellation): Promise<void>;
	/** The state of the filters in running sessions. */
	bindings(): readonly BindingInSession[];
	dispose(): void;
}

/** The names that adapters have for the two usual kinds. */
const COMMON: Record<string, readonly string[]> = {
	all: ['all', 'raised', 'thrown'],
	uncaught: ['uncaught', 'unhandled', 'userUnhandled', 'user-unhandled'],
};
const ANSWER_LIMIT = 5000;

/**
 * VS Code has no API for this and sends its own list to each new session, the last list winning. So its requests get our
 * filters added on their way to the adapter, and running sessions are sent a new list.
 */
export function createExceptionFilters({
	messages,
	model,
	dap,
}: {
	messages: DapMessages;
	model: DebugModel;
	dap: DapRequests;
}): ExceptionFilters {
	let chosen: readonly string[] = [];
	const ofUser = new Map<string, readonly string[]>();
	/** Lists that are on their way from us: they must not be taken for the user's. */
	const ours = new Set<string>();

	const stopFollowing = messages.follow(event => {
		if (event.kind === 'ended') {
			ofUser.delete(event.sessionId);
		}
		const message = event.kind === 'sent' ? fieldsOf(event.message) : {};
		if (event.kind !== 'sent' || textIn(message, 'command') !== 'setExceptionBreakpoints') {
			return;
		}
		const session = model.find(event.sessionId);
		const asked = message['arguments'];
		const filters = textsIn(fieldsOf(asked), 'filters');
		if (session && isFields(asked) && !ours.delete(keyOf(event.sessionId, filters))) {
			ofUser.set(event.sessionId, filters);
			Object.assign(asked, { filters: [...new Set([...filters, ...known(session, chosen)])] });
		}
	});

	return {
		get filters() {
			return chosen;
		},
		async choose(filters, signal) {
			chosen = [...new Set(filters)];
			await Promise.all(
				programSessions(model).map(async session => {
					const all = new Set([...(ofUser.get(session.facts.id) ?? []), ...known(session, chosen)]);
					const args = { filters: [...all] };
					ours.add(keyOf(session.facts.id, args.filters));
					await dap
						.send(session.facts.id, 'setExceptionBreakpoints', args, { milliseconds: ANSWER_LIMIT, signal })
						.catch((error: unknown) => {
							if (signal.cancelled) {
								throw error;
							}
						});
				}),
			);
		},
		bindings: () =>
			programSessions(model).map(session => {
				const missing = chosen.filter(filter => known(session, [filter]).length === 0);
				const offered = offeredBy(session);
				return {
					sessionId: session.facts.id,
					session: session.facts.name,
					verified: missing.length === 0,
					...(missing.length > 0 && {
						message: `${session.facts.type} has no filter ${missing.join(', ')}; it has ${offered.join(', ') || 'none'}.`,
					}),
				};
			}),
		dispose: stopFollowing,
	};
}

function keyOf(sessionId: string, filters: readonly string[]): string {
	return `${sessionId} ${filters.join(' ')}`;
}

/** The adapter's own names for those of the filters that it has. */
function known(session: ModelSession, filters: readonly string[]): readonly string[] {
	const offered = offeredBy(session);
	return filters.flatMap(filter => {
		const own = offered.includes(filter) ? filter : COMMON[filter]?.find(name => offered.includes(name));
		return own ?? [];
	});
}

function offeredBy({ capabilities }: ModelSession): readonly string[] {
	return listIn(capabilities, 'exceptionBreakpointFilters').flatMap(filter => textIn(filter, 'filter') ?? []);
}

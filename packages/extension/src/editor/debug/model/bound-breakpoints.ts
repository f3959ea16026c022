import { type Fields, fieldsIn, flagIn, listIn, numberIn, textIn } from '../protocol/dap-values.ts';

/** The adapter's answer for one breakpoint that VS Code has set. */
export interface BoundBreakpoint {
	/** The adapter's number for it; `stopped` events name it. */
	id?: number;
	/** The line that was asked for, 1-based; absent for functions. */
	path?: string;
	line?: number;
	column?: number;
	functionName?: string;
	verified: boolean;
	boundLine?: number;
	boundColumn?: number;
	/** Why it is not verified, in the adapter's words. */
	message?: string;
}

export interface BoundBreakpoints {
	/** The adapter has answered a request for breakpoints of this file, or of functions. */
	answered(request: Fields, response: Fields): void;
	/** The adapter reports a change of a breakpoint. */
	changed(body: Fields): void;
	all(): readonly BoundBreakpoint[];
	/** The number of requests that the adapter has answered. */
	readonly answers: number;
}

const FUNCTIONS = Symbol('function breakpoints');

/** Follows `setBreakpoints`, `setFunctionBreakpoints` and `breakpoint` events of one session. */
export function createBoundBreakpoints(): BoundBreakpoints {
	const groups = new Map<string | typeof FUNCTIONS, BoundBreakpoint[]>();
	let count = 0;
	return {
		get answers() {
			return count;
		},
		answered(request, response) {
			count++;
			const asked = fieldsIn(request, 'arguments');
			const answers = listIn(fieldsIn(response, 'body'), 'breakpoints');
			const path = textIn(fieldsIn(asked, 'source'), 'path');
			const functions = textIn(request, 'command') === 'setFunctionBreakpoints';
			if (!functions && path === undefined) {
				return;
			}
			const bound = listIn(asked, 'breakpoints').map((wanted, index) => ({
				...(functions ? { functionName: textIn(wanted, 'name') ?? '' } : { path, ...placeOf(wanted) }),
				...stateOf(answers[index] ?? {}),
			}));
			groups.set(functions ? FUNCTIONS : (path ?? ''), bound.map(withoutUndefined));
		},
		changed(body) {
			const changed = fieldsIn(body, 'breakpoint');
			const id = numberIn(changed, 'id');
			for (const group of groups.values()) {
				const index = group.findIndex(bound => bound.id === id);
				const known = group[index];
				if (id !== undefined && known) {
					if (textIn(body, 'reason') === 'removed') {
						group.splice(index, 1);
					} else {
						const { message: _, ...rest } = known;
						group[index] = withoutUndefined({ ...rest, ...stateOf(changed) });
					}
				}
			}
		},
		all: () => [...groups.values()].flat(),
	};
}

function placeOf(wanted: Fields) {
	return { line: numberIn(wanted, 'line'), column: numberIn(wanted, 'column') };
}

function stateOf(answer: Fields) {
	return {
		id: numberIn(answer, 'id'),
		verified: flagIn(answer, 'verified'),
		boundLine: numberIn(answer, 'line'),
		boundColumn: numberIn(answer, 'column'),
		message: textIn(answer, 'message'),
	};
}

interface Loose extends Record<keyof BoundBreakpoint, unknown> {
	verified: boolean;
}

function withoutUndefined(bound: Partial<Loose> & { verified: boolean }): BoundBreakpoint {
	const { verified, ...rest } = bound;
	const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
	return { ...known, verified };
}

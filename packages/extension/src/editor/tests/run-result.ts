import type { TestState } from '@hawser/core/ports/tests.ts';
import { fieldsIn, fieldsOf, listIn, numberIn, textIn, textsIn } from '../debug/protocol/dap-values.ts';
import { containerOf, containersOf } from './test-ids.ts';

/** One test as VS Code's commands tell it after a run. */
export interface ResultItem {
	fullId: string;
	label: string;
	state: TestState;
	duration?: number;
	/** File path of the URI, and 1-based line. */
	uri?: unknown;
	line?: number;
	/** The parts of the run that failed for this test. */
	failedTasks: readonly number[];
}

export interface RunResult {
	/** The id by which messages and output are found. */
	id: string;
	/** The number of extensions that took part; none means that nothing ran. */
	tasks: number;
	/** Ids of what was to run; none when no extension offers to run it. */
	asked: readonly string[];
	/** Everything that ran, and what contains it. */
	items: ReadonlyMap<string, ResultItem>;
	/** The items that count as tests: those that contain no others, and suites that failed by themselves. */
	tests: readonly ResultItem[];
}

const FAILED = 4;
const ERRORED = 6;
const STATES: Readonly<Record<number, TestState>> = {
	3: 'passed',
	[FAILED]: 'failed',
	5: 'skipped',
	[ERRORED]: 'errored',
};

/** Undefined when it is not what a run of tests is told as. */
export function readRunResult(reported: unknown): RunResult | undefined {
	const fields = fieldsOf(reported);
	const id = textIn(fields, 'id');
	if (id === undefined || !Array.isArray(fields['items'])) {
		return undefined;
	}
	const items = new Map(
		listIn(fields, 'items').map(reported => {
			const item = readItem(reported);
			return [item.fullId, item] as const;
		}),
	);
	const containers = new Set([...items.keys()].map(containerOf));
	const all = [...items.values()];
	const failedInside = new Set(all.filter(isFailure).flatMap(({ fullId }) => containersOf(fullId)));
	const tests = all.filter(item => !containers.has(item.fullId) || (isFailure(item) && !failedInside.has(item.fullId)));
	const asked = listIn(fieldsIn(fields, 'request'), 'targets').flatMap(target => textsIn(target, 'testIds'));
	return { id, tasks: listIn(fields, 'tasks').length, asked, items, tests };
}

export function isFailure({ state }: { state: TestState }): boolean {
	return state === 'failed' || state === 'errored';
}

function readItem(reported: Readonly<Record<string, unknown>>): ResultItem {
	const item = fieldsIn(reported, 'item');
	const tasks = listIn(reported, 'tasks');
	const durations = tasks.flatMap(task => numberIn(task, 'duration') ?? []);
	const line = numberIn(fieldsIn(item, 'range'), 'startLineNumber');
	return {
		fullId: textIn(item, 'extId') ?? '',
		label: textIn(item, 'label') ?? '',
		state: STATES[numberIn(reported, 'ownComputedState') ?? 0] ?? 'not_run',
		...(durations.length > 0 && { duration: Math.max(...durations) }),
		...(item['uri'] !== undefined && { uri: item['uri'] }),
		...(line !== undefined && { line }),
		failedTasks: [...tasks.entries()]
			.filter(([, task]) => [FAILED, ERRORED].includes(numberIn(task, 'state') ?? 0))
			.map(([index]) => index),
	};
}

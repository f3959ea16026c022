import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TestMessage, TestOutcome, TestRun, Tests } from '@hawser/core/ports/tests.ts';
import { startTimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { fieldsOf, textIn } from '../debug/protocol/dap-values.ts';
import { unsavedFiles } from '../shared/unsaved-files.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { ReportedFailure } from './failure-report.ts';
import type { KnownTests } from './known-tests.ts';
import { locateMessage } from './locate-message.ts';
import { latestFailures, readMessages, readRunOutput } from './result-texts.ts';
import { isFailure, type ResultItem, type RunResult } from './run-result.ts';
import { type RunLimits, runItems, runUri } from './run-tests.ts';
import { containersOf, showId } from './test-ids.ts';
import type { KnownItem } from './test-items.ts';

const TELL_INTERVAL = 5000;

interface Recorded {
	run: TestRun;
	results: readonly RunResult[];
	reported: readonly ReportedFailure[];
}

export type RecordedRuns = Pick<Tests, 'run' | 'lastRun' | 'details' | 'output'>;

/** Runs tests, and keeps the last result so that it can be asked about. */
export function createRecordedRuns(paths: WorkspacePaths, known: KnownTests): RecordedRuns {
	let last: Recorded | undefined;

	const start = async (
		{ path, ids }: { path?: string | undefined; ids?: readonly string[] | undefined },
		limits: () => RunLimits,
	): Promise<{ results: readonly RunResult[]; chosen: readonly KnownItem[] }> => {
		const { signal } = limits();
		if (ids) {
			const chosen = await known.itemsWith(ids, signal);
			const result = await runItems(chosen, limits());
			return { chosen, results: result ? [result] : await runAll(filesOf(chosen), limits) };
		}
		const place = path === undefined ? undefined : await known.place(path);
		const chosen = await known.testsIn(place, signal);
		const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
		return { chosen, results: await runAll(place ? [place] : folders, limits) };
	};

	const describe = (item: ResultItem, { items }: RunResult): TestOutcome => {
		const uri = uriOf(item);
		const [, ...suites] = containersOf(item.fullId).toReversed();
		return {
			id: showId(item.fullId),
			label: item.label,
			suites: suites.flatMap(id => items.get(id)?.label ?? []),
			...(uri && { path: paths.show(uri) }),
			...(item.line !== undefined && { line: item.line }),
			state: item.state,
			...(item.duration !== undefined && { duration: item.duration }),
		};
	};

	return {
		async run(selection, milliseconds, signal, stillRunning) {
			const startedAt = Date.now();
			const dirty = unsavedFiles().map(({ uri }) => paths.show(uri));
			const timer = setInterval(() => stillRunning(Math.round((Date.now() - startedAt) / 1000)), TELL_INTERVAL);
			const timeLimit = startTimeLimit(milliseconds, signal);
			const started = start(selection, () => ({ ...timeLimit.left(), allowed: milliseconds }));
			const { results, chosen } = await started.finally(() => clearInterval(timer));
			if (results.every(({ tasks }) => tasks === 0)) {
				throw notRun(results);
			}
			const all = results.flatMap(result => result.tests.map(item => ({ item, result })));
			const wanted = new Set(chosen.map(({ fullId }) => fullId));
			const asked = all.filter(
				({ item: { fullId } }) => !selection.ids || [fullId, ...containersOf(fullId)].some(id => wanted.has(id)),
			);
			// Extensions need not run what they are asked for.
			const left = chosen.filter(({ fullId }) => !results.some(({ items }) => items.has(fullId)));
			const saves = vscode.workspace.getConfiguration('testing').get<boolean>('saveBeforeTest', true);
			const run: TestRun = {
				tests: [
					...asked.map(({ item, result }) => describe(item, result)),
					...left.map(test => ({ ...known.describe(test), state: 'not_run' as const })),
				],
				milliseconds: Date.now() - startedAt,
				alsoRan: all.length - asked.length,
				saved: saves ? dirty : [],
				unsaved: saves ? [] : dirty,
			};
			const failed = asked.some(({ item }) => isFailure(item));
			last = { run, results, reported: failed ? ((await latestFailures(signal)) ?? []) : [] };
			return run;
		},
		lastRun: () => last?.run,
		async details({ id }, signal) {
			const { results = [], reported = [] } = last ?? {};
			const result = results.find(({ tests }) => tests.some(({ fullId }) => showId(fullId) === id));
			const item = result?.tests.find(({ fullId }) => showId(fullId) === id);
			if (!result || !item) {
				return { messages: [], output: '' };
			}
			const { messages, output } = await readMessages(result, item, signal);
			const failure = { reported: findReported(reported, item.fullId), file: uriOf(item)?.fsPath };
			const placed = messages.map((message): TestMessage => {
				const place = locateMessage(message, failure);
				return { ...message, ...(place && { path: paths.show(vscode.Uri.file(place.path)), line: place.line }) };
			});
			return { messages: placed, output };
		},
		async output(signal) {
			const texts: string[] = [];
			for (const result of last?.results ?? []) {
				texts.push(await readRunOutput(result, signal));
			}
			return texts.join('');
		},
	};
}

/** VS Code's report names a test by the ids below its controller. */
export function findReported(reported: readonly ReportedFailure[], fullId: string): ReportedFailure | undefined {
	const [, ...own] = fullId.split('\0');
	return reported.find(({ name }) => name === own.join(' > '));
}

async function runAll(places: readonly vscode.Uri[], limits: () => RunLimits): Promise<RunResult[]> {
	const results: RunResult[] = [];
	for (const place of places) {
		const result = await runUri(place, limits());
		results.push(...(result ? [result] : []));
	}
	return results;
}

function filesOf(items: readonly KnownItem[]): readonly vscode.Uri[] {
	return [...new Map(items.flatMap(({ item: { uri } }) => (uri ? [[uri.toString(), uri] as const] : []))).values()];
}

function uriOf({ uri }: ResultItem): vscode.Uri | undefined {
	const fields = fieldsOf(uri);
	const [scheme, path] = [textIn(fields, 'scheme'), textIn(fields, 'path')];
	return scheme === undefined || path === undefined
		? undefined
		: vscode.Uri.from({ scheme, path, authority: textIn(fields, 'authority') ?? '' });
}

function notRun(results: readonly RunResult[]): ToolError {
	const offered = results.some(({ asked }) => asked.length > 0);
	return new ToolError(
		'E_TEST_RUN_FAILED',
		offered
			? 'The test extension was asked to run the tests and did not begin.'
			: 'No extension offers to run these tests.',
	);
}

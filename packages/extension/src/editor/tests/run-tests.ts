import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { delay, resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { type RunResult, readRunResult } from './run-result.ts';
import { run } from './test-commands.ts';
import { controllerOf } from './test-ids.ts';
import type { KnownItem } from './test-items.ts';

/** A run that was told to end gets this long to do so. */
const END_LIMIT = 10_000;
/** A run that has only been asked for cannot be ended before VS Code has begun it. */
const END_INTERVAL = 500;
const KNOWN_LIMIT = 5000;
const KNOWN_INTERVAL = 50;

/** The rest of the time that the caller allowed. */
export interface RunLimits extends TimeLimit {
	allowed: number;
}

/** Runs all tests of a file or folder. Undefined when VS Code has none there. */
export function runUri(place: vscode.Uri, limits: RunLimits): Promise<RunResult | undefined> {
	return untilOver(run('testing.run.uri', place), limits);
}

/**
 * Runs just these. Of the commands that do so, only the one of the Testing view tells what came of it, so the view is
 * shown beside what the user does; the focus stays where it is. Undefined when there is no view.
 */
export async function runItems(items: readonly KnownItem[], limits: RunLimits): Promise<RunResult | undefined> {
	const timeLimit = startTimeLimit(limits.milliseconds, limits.signal);
	await untilKnown(items, limits.signal);
	const chosen = items.map(({ fullId }) => ({
		test: { controllerId: controllerOf(fullId), item: { extId: fullId } },
	}));
	const commands = await vscode.commands.getCommands(true);
	const [first] = items;
	if (first === undefined || !commands.includes('testing.run')) {
		return undefined;
	}
	const start = () => untilOver(run('testing.run', ...chosen), { ...limits, ...timeLimit.left() });
	const result = await start();
	// A view that is there may not know the tests yet, and then runs nothing.
	if (result && result.asked.length > 0) {
		return result;
	}
	const shown = await run('_revealTestInExplorer', first.fullId, false).then(
		() => true,
		() => false,
	);
	return shown ? start() : undefined;
}

/** Waits for the result; a run that is not wanted any longer is ended, and so is one that takes too long. */
async function untilOver(
	running: Thenable<unknown>,
	{ milliseconds, signal, allowed }: RunLimits,
): Promise<RunResult | undefined> {
	let reported: { result: unknown } | undefined;
	const over = running.then(result => {
		reported = { result };
		return reported;
	});
	try {
		const done = await resultWithin(over, { milliseconds, signal });
		if (done) {
			return readRunResult(done.result);
		}
	} catch (error) {
		if (signal.cancelled) {
			await endRun(over);
		}
		throw error;
	}
	await endRun(over);
	throw tooLong(allowed, readRunResult(reported?.result));
}

/** Ends the run, however far VS Code has got with it. */
export async function endRun(over: Thenable<unknown>): Promise<void> {
	// It takes no id that could be known here, so it ends all runs of the window.
	const ended = over.then(
		() => true,
		() => true,
	);
	const giveUpAt = Date.now() + END_LIMIT;
	do {
		await run('testing.cancelRun');
	} while (
		!(await resultWithin(ended, { milliseconds: END_INTERVAL, signal: NEVER_CANCELLED })) &&
		Date.now() < giveUpAt
	);
}

function tooLong(milliseconds: number, result: RunResult | undefined): ToolError {
	const count = (state: string) => result?.tests.filter(test => test.state === state).length ?? 0;
	const failed = count('failed') + count('errored');
	const passed = count('passed');
	return new ToolError(
		'E_TIMEOUT',
		`The run was stopped after ${milliseconds} ms; ${passed} tests had passed and ${failed} failed until then.`,
		{
			hint: 'Run fewer tests, or give more time with "timeout".',
			details: { timeout: milliseconds, passed, failed },
		},
	);
}

/** VS Code's window learns of new tests a moment after the extension host has them, and runs only what it knows. */
export async function untilKnown(items: readonly KnownItem[], signal: Cancellation): Promise<void> {
	const giveUpAt = Date.now() + KNOWN_LIMIT;
	const files = new Map(items.flatMap(({ item }) => (item.uri ? [[item.uri.toString(), item.uri] as const] : [])));
	for (const [, uri] of files) {
		const wanted = items.filter(({ item }) => item.uri?.toString() === uri.toString());
		for (;;) {
			const reported: unknown = await run('vscode.testing.getTestsInFile', uri);
			const known = new Set(
				Array.isArray(reported) ? reported.map(path => (Array.isArray(path) ? path.join('\0') : '')) : [],
			);
			if (wanted.every(({ fullId }) => known.has(fullId)) || Date.now() > giveUpAt) {
				break;
			}
			await delay(KNOWN_INTERVAL, signal);
		}
	}
}

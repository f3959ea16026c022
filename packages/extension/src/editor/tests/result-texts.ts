import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { type ReportedFailure, readFailureReport } from './failure-report.ts';
import type { ResultItem, RunResult } from './run-result.ts';

/** VS Code opens messages and output of test runs as documents with this scheme. */
const SCHEME = 'vscode-test-data';
const TEXT_LIMIT = 5000;
/** Output that an extension assigns to the test counts as a message too. */
const MESSAGES = 100;
const FAILURE_REPORT = 'testFailure';

export interface ResultText {
	text: string;
	expected?: string;
	actual?: string;
}

/** Reads the messages of the failed test, without their locations. */
export async function readMessages(
	{ id }: RunResult,
	{ fullId, failedTasks }: ResultItem,
	signal: Cancellation,
): Promise<{ messages: readonly ResultText[]; output: string }> {
	const messages: ResultText[] = [];
	let output = '';
	for (const task of failedTasks) {
		const open = (path: string) => readText(`/${id}/${path}`, fullId, signal);
		const ownOutput = (await open(`output/${task}`)) ?? '';
		output += ownOutput;
		for (let index = 0; index < MESSAGES; index++) {
			const of = `message/${task}/${index}`;
			const text = await open(`${of}/TestFailureMessage`);
			if (text === undefined) {
				break;
			}
			const [expected, actual] = ownOutput.includes(text)
				? [undefined, undefined]
				: await Promise.all([open(`${of}/ExpectedOutput`), open(`${of}/ActualOutput`)]);
			messages.push({ text, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) });
		}
	}
	const errors = messages.filter(({ text }) => !output.includes(text));
	return { messages: errors.length > 0 ? errors : messages.slice(-1), output };
}

export async function readRunOutput({ id, tasks }: RunResult, signal: Cancellation): Promise<string> {
	const texts: string[] = [];
	for (let task = 0; task < tasks; task++) {
		texts.push((await readText(`/${id}/output/${task}`, '', signal)) ?? '');
	}
	return texts.join('');
}

/** Undefined when there is no such message, or the editor does not keep them as documents. */
async function readText(path: string, query: string, signal: Cancellation): Promise<string | undefined> {
	const uri = vscode.Uri.from({ scheme: SCHEME, authority: 'results', path, query });
	const opened = vscode.workspace.openTextDocument(uri).then(
		document => document.getText(),
		() => undefined,
	);
	return resultWithin(opened, { milliseconds: TEXT_LIMIT, signal });
}

/** Failures of the latest run with their places, which VS Code tells nowhere else. Editors without it have none. */
export async function latestFailures(signal: Cancellation): Promise<readonly ReportedFailure[] | undefined> {
	if (!vscode.lm.tools.some(({ name }) => name === FAILURE_REPORT)) {
		return undefined;
	}
	const asked = vscode.lm.invokeTool(FAILURE_REPORT, { input: {}, toolInvocationToken: undefined }).then(
		({ content }) => content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join(''),
		() => undefined,
	);
	const report = await resultWithin(asked, { milliseconds: TEXT_LIMIT, signal });
	return report === undefined ? undefined : readFailureReport(report);
}

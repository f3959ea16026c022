import type { TaskProblem } from '@hawser/core/ports/tasks.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { toProblem } from '../diagnostics/problems.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** Matchers look at the output a moment after it was written, and VS Code gathers what they find. */
const QUIET = 300;
const LIMIT = 3000;

type Known = [vscode.Uri, vscode.Diagnostic[]][];

/**
 * The problems that a task's matchers have put among all others. VS Code does not say whose a problem is: it is the task's
 * when its message stands in the output; where the output is not known, when it came with the task.
 */
export async function matchedProblems(
	{
		task,
		paths,
		before,
		output,
	}: { task: vscode.Task; paths: WorkspacePaths; before: Known; output: string | undefined },
	signal: Cancellation,
): Promise<readonly TaskProblem[]> {
	if (task.problemMatchers.length === 0 && output !== undefined) {
		return [];
	}
	await untilQuiet(signal);
	const known = new Set(before.flatMap(([uri, diagnostics]) => diagnostics.map(one => identity(uri, one))));
	return vscode.languages
		.getDiagnostics()
		.flatMap(([uri, diagnostics]) =>
			diagnostics
				.filter(one => (output === undefined ? !known.has(identity(uri, one)) : isIn(output, one)))
				.map(one => ({ path: paths.show(uri), ...toProblem(one, paths) })),
		);
}

function isIn(output: string, { message }: vscode.Diagnostic): boolean {
	return output.includes(message.split('\n', 1)[0] ?? message);
}

function identity(uri: vscode.Uri, { range, message, severity }: vscode.Diagnostic): string {
	return JSON.stringify([uri.toString(), range.start, message, severity]);
}

async function untilQuiet(signal: Cancellation): Promise<void> {
	let lastChange = Date.now();
	const listener = vscode.languages.onDidChangeDiagnostics(() => {
		lastChange = Date.now();
	});
	try {
		const giveUpAt = Date.now() + LIMIT;
		while (Date.now() < giveUpAt && Date.now() - lastChange < QUIET) {
			await delay(lastChange + QUIET - Date.now(), signal);
		}
	} finally {
		listener.dispose();
	}
}

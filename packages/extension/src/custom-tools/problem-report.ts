import { type Problem, problemText } from '@hawser/agent-config/custom-tools/problem.ts';
import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';

/** Shows what is wrong with the files of custom tools where the user looks: in the Problems view, and in the log. */
export interface ProblemReport extends vscode.Disposable {
	/** All there is now, by absolute path of the file. */
	show(problems: ReadonlyMap<string, readonly Problem[]>): void;
}

export function createProblemReport(log: Pick<Log, 'warn'>): ProblemReport {
	const collection = vscode.languages.createDiagnosticCollection('hawser');
	let logged = new Set<string>();
	return {
		show(problems) {
			const lines = [...problems].flatMap(([file, found]) => found.map(problem => problemText(file, problem)));
			for (const line of lines.filter(text => !logged.has(text))) {
				log.warn(line);
			}
			logged = new Set(lines);
			collection.clear();
			collection.set(
				[...problems].map(([file, found]): [vscode.Uri, vscode.Diagnostic[]] => [
					vscode.Uri.file(file),
					found.map(toDiagnostic),
				]),
			);
		},
		dispose: () => collection.dispose(),
	};
}

function toDiagnostic({ line, column, endLine, endColumn, severity, message }: Problem): vscode.Diagnostic {
	const diagnostic = new vscode.Diagnostic(
		new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1),
		message,
		severity === 'error' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
	);
	diagnostic.source = 'hawser';
	return diagnostic;
}

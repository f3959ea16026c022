import type { Problem, Severity } from '@hawser/core/ports/diagnostics.ts';
import * as vscode from 'vscode';
import { byStart, toRange } from '../shared/positions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

const SEVERITIES: Record<vscode.DiagnosticSeverity, Severity> = {
	[vscode.DiagnosticSeverity.Error]: 'error',
	[vscode.DiagnosticSeverity.Warning]: 'warning',
	[vscode.DiagnosticSeverity.Information]: 'information',
	[vscode.DiagnosticSeverity.Hint]: 'hint',
};

export function toProblem(diagnostic: vscode.Diagnostic, paths: WorkspacePaths): Problem {
	const { severity, message, source, code, range, relatedInformation } = diagnostic;
	const codeText = typeof code === 'object' ? code.value : code;
	return {
		severity: SEVERITIES[severity],
		message,
		...(source && { source }),
		...(codeText !== undefined && { code: String(codeText) }),
		range: toRange(range),
		...(relatedInformation?.length && {
			related: relatedInformation.map(({ location, message: text }) => ({
				path: paths.show(location.uri),
				range: toRange(location.range),
				message: text,
			})),
		}),
	};
}

/** Sorts problems from top to bottom. The same problem from two sources, such as a plugin, is kept once. */
export function orderProblems(problems: readonly Problem[]): Problem[] {
	const once = new Map(
		problems.map(problem => [JSON.stringify([problem.range, problem.code, problem.message]), problem]),
	);
	return [...once.values()].sort(byStart);
}

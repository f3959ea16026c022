import type { Problem, Severity } from '@hawser/core/ports/diagnostics.ts';
import type * as vscode from 'vscode';

/** A problem as the protocols carry it: lines and characters are 0-based. */
export interface IdeProblem {
	message: string;
	severity: 'Error' | 'Warning' | 'Info' | 'Hint';
	range: { start: { line: number; character: number }; end: { line: number; character: number } };
	source?: string;
	code?: string;
}

const SEVERITIES = { error: 'Error', warning: 'Warning', information: 'Info', hint: 'Hint' } as const satisfies Record<
	Severity,
	IdeProblem['severity']
>;

export function fromProblem({ message, severity, range, source, code }: Problem): IdeProblem {
	return {
		message,
		severity: SEVERITIES[severity],
		range: {
			start: { line: range.start.line - 1, character: range.start.column - 1 },
			end: { line: range.end.line - 1, character: range.end.column - 1 },
		},
		...(source !== undefined && { source }),
		...(code !== undefined && { code }),
	};
}

/** A problem of another file, told as one of the file whose edit it may come from. */
export function fromElsewhere(path: string, problem: Problem): IdeProblem {
	const { line, column } = problem.range.start;
	const start = { line: 0, character: 0 };
	return {
		...fromProblem(problem),
		message: `In ${path}, line ${line}, column ${column}: ${problem.message}`,
		range: { start, end: start },
	};
}

export function fromPublished({ message, severity, range, source, code }: vscode.Diagnostic): IdeProblem {
	const { start, end } = range;
	const known = typeof code === 'object' ? code.value : code;
	return {
		message,
		severity: (['Error', 'Warning', 'Info', 'Hint'] as const)[severity],
		range: {
			start: { line: start.line, character: start.character },
			end: { line: end.line, character: end.character },
		},
		...(source !== undefined && { source }),
		...(known !== undefined && { code: String(known) }),
	};
}

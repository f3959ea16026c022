/** A mistake in a file of a custom tool; lines and columns are 1-based, and the end is where the text stops. */
export interface Problem extends ProblemRange {
	/** A warning leaves the tool usable. */
	severity: 'error' | 'warning';
	message: string;
}

export interface ProblemRange {
	line: number;
	column: number;
	endLine: number;
	endColumn: number;
}

export const FILE_START: ProblemRange = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Writes the place as compilers do, so that terminals make a link of it. */
export function problemText(file: string, { line, column, severity, message }: Problem): string {
	return `${file}:${line}:${column}: ${severity}: ${message}`;
}

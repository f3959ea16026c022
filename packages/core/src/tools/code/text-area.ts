import { column, line } from '../../contract/parameters.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { TextArea } from '../../ports/refactorings.ts';

/** The parameters by which code tools take a part of a file. */
export const areaFields = {
	line: line.optional().describe('1-based line.'),
	column: column.optional().describe('Without it the whole line.'),
	endLine: line.optional().describe('Last line of the range.'),
	endColumn: column.optional().describe('Just after the range; else the end of the line.'),
};

interface AreaInput {
	line?: number | undefined;
	column?: number | undefined;
	endLine?: number | undefined;
	endColumn?: number | undefined;
}

export function areaOf({ line, ...rest }: AreaInput): TextArea {
	if (line === undefined) {
		throw new ToolError('E_INVALID_PARAMS', 'Say where: "line" is missing.');
	}
	const { column = 1, endLine = line, endColumn = Number.POSITIVE_INFINITY } = rest;
	if (endLine < line || (endLine === line && endColumn < column)) {
		throw new ToolError('E_INVALID_PARAMS', 'The range ends before it starts.');
	}
	return { line, ...rest };
}

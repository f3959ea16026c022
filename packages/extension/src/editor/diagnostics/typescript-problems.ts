import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { Problem, Severity } from '@hawser/core/ports/diagnostics.ts';
import type { Range } from '@hawser/core/ports/values/text-position.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** Turns the body of a `…DiagnosticsSync` answer into problems as VS Code's own extension would show them. */
export function fromTypeScript(body: unknown, paths: WorkspacePaths): Problem[] {
	return Array.isArray(body) ? body.flatMap((entry: unknown) => toProblem(entry, paths) ?? []) : [];
}

/** Unused and unreachable code, which VS Code shows as warnings even where tsconfig makes them errors. */
const STYLE_CODES: ReadonlySet<number> = new Set([6133, 6138, 6192, 6196, 7027, 7028, 7029, 7030]);

function toProblem(entry: unknown, paths: WorkspacePaths): Problem | undefined {
	if (!isRecord(entry)) {
		return undefined;
	}
	const { text, code, category, source, relatedInformation } = entry;
	const range = toRange(entry);
	if (typeof text !== 'string' || range === undefined) {
		return undefined;
	}
	const related = Array.isArray(relatedInformation)
		? relatedInformation.flatMap((information: unknown) => toRelated(information, paths) ?? [])
		: [];
	return {
		severity: severityOf(category, code),
		message: text,
		source: typeof source === 'string' ? source : 'ts',
		...(typeof code === 'number' && { code: String(code) }),
		range,
		...(related.length > 0 && { related }),
	};
}

function severityOf(category: unknown, code: unknown): Severity {
	switch (category) {
		case 'warning':
			return 'warning';
		case 'suggestion':
			return 'hint';
		case 'message':
			return 'information';
		default:
			return typeof code === 'number' && STYLE_CODES.has(code) && styleIsWarning() ? 'warning' : 'error';
	}
}

function styleIsWarning(): boolean {
	return vscode.workspace.getConfiguration('typescript').get<boolean>('reportStyleChecksAsWarnings') ?? true;
}

function toRelated(information: unknown, paths: WorkspacePaths): NonNullable<Problem['related']>[number] | undefined {
	if (!isRecord(information) || typeof information['message'] !== 'string' || !isRecord(information['span'])) {
		return undefined;
	}
	const range = toRange(information['span']);
	const { file } = information['span'];
	return range && typeof file === 'string'
		? { path: paths.show(vscode.Uri.file(file)), range, message: information['message'] }
		: undefined;
}

/** TypeScript counts from 1 too, and calls the column offset. */
function toRange({ start, end }: Record<string, unknown>): Range | undefined {
	const from = toPosition(start);
	const to = toPosition(end);
	return from && to && { start: from, end: to };
}

function toPosition(place: unknown): { line: number; column: number } | undefined {
	return isRecord(place) && typeof place['line'] === 'number' && typeof place['offset'] === 'number'
		? { line: place['line'], column: place['offset'] }
		: undefined;
}

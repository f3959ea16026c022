import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import type * as vscode from 'vscode';
import { showId } from './test-ids.ts';
import { isTest, type KnownItem } from './test-items.ts';

/** The tests and suites with these ids; all must be there. */
export function requireItems(ids: readonly string[], items: readonly KnownItem[]): readonly KnownItem[] {
	const byId = new Map(items.map(known => [showId(known.fullId), known]));
	return ids.map(id => {
		const known = byId.get(id);
		if (!known) {
			const nearest = nearestName(id, [...byId.keys()]);
			throw new ToolError('E_TEST_NOT_FOUND', `No test has the id "${id}".`, {
				...(nearest !== undefined && { hint: `Did you mean "${nearest}"?`, details: { nearest } }),
			});
		}
		return known;
	});
}

/** The innermost test around the position; undefined when there is none. */
export function testAt(
	items: readonly KnownItem[],
	file: vscode.Uri,
	line: number,
	column: number,
): KnownItem | undefined {
	const tests = items.filter(known => isTest(known) && known.item.uri?.path === file.path);
	const around = tests.filter(({ item: { range } }) => range && holds(range, line - 1, column - 1));
	const [innermost] = around.toSorted((left, right) => linesOf(left) - linesOf(right));
	return innermost ?? lastHeadBefore(tests, line - 1);
}

/** Some extensions give only the line where a test begins. */
function lastHeadBefore(tests: readonly KnownItem[], line: number): KnownItem | undefined {
	const onlyHeads = tests.every(known => linesOf(known) === 0);
	const before = tests.filter(({ item: { range } }) => range && range.start.line <= line);
	const ordered = before.toSorted((left, right) => startOf(left) - startOf(right));
	return onlyHeads ? ordered.at(-1) : undefined;
}

function holds({ start, end }: vscode.Range, line: number, character: number): boolean {
	const afterStart =
		line > start.line || (line === start.line && (character >= start.character || start.line === end.line));
	const beforeEnd = line < end.line || (line === end.line && (character <= end.character || start.line === end.line));
	return afterStart && beforeEnd;
}

function linesOf({ item: { range } }: KnownItem): number {
	return range ? range.end.line - range.start.line : Number.POSITIVE_INFINITY;
}

function startOf({ item: { range } }: KnownItem): number {
	return range?.start.line ?? 0;
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { createKnownDefinitions } from '../../../src/editor/language/known-definitions.ts';

vi.mock('vscode', async original => ({
	...(await original<object>()),
	Uri: { file: (path: string) => ({ fsPath: path, path, toString: () => path }) },
	workspace: { textDocuments: [] },
}));

const PLACE = { line: 1, character: 2 };

/** In files that are not there, so that nothing changes in them. */
const target = (path: string) => ({ uri: { fsPath: path, path }, range: {} }) as vscode.Location;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test('what a server at rest has said is known for good', () => {
	const known = createKnownDefinitions();
	known.set('/none/a.go', PLACE, [target('/none/b.go')], true);
	vi.advanceTimersByTime(3_600_000);
	expect(known.get('/none/a.go', PLACE)).toEqual([target('/none/b.go')]);
});

test('what a server has said that may still be reading is asked about again, and believed when it says the same', () => {
	const known = createKnownDefinitions();
	known.set('/none/a.go', PLACE, [target('/none/b.go')], false);
	expect(known.get('/none/a.go', PLACE)).toBeDefined();
	vi.advanceTimersByTime(16_000);
	expect(known.get('/none/a.go', PLACE)).toBeUndefined();
	known.set('/none/a.go', PLACE, [target('/none/b.go')], false);
	vi.advanceTimersByTime(60_000);
	expect(known.get('/none/a.go', PLACE)).toBeDefined();
	known.set('/none/a.go', PLACE, [target('/none/c.go')], false);
	vi.advanceTimersByTime(16_000);
	expect(known.get('/none/a.go', PLACE)).toBeUndefined();
});

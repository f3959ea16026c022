import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test, vi } from 'vitest';

interface FakeDocument {
	uri: { fsPath: string; scheme: string };
	isDirty: boolean;
	isClosed: boolean;
	lineCount: number;
	encoding: string;
	getText(): string;
	save(): Promise<boolean>;
}

const { documents } = vi.hoisted(() => ({ documents: [] as FakeDocument[] }));
vi.mock('vscode', async original => ({
	...(await original<object>()),
	Uri: vi.fn(),
	Range: class {
		start = { line: 0, character: 0, compareTo: () => 0 };
		end = { line: 9, character: 0 };
	},
	WorkspaceEdit: class {
		replace = () => undefined;
	},
	window: { visibleTextEditors: [] },
	workspace: {
		textDocuments: documents,
		notebookDocuments: [],
		openTextDocument: () => Promise.resolve(documents[0]),
		decode: (bytes: Uint8Array) => Promise.resolve(Buffer.from(bytes).toString('utf8')),
		encode: (text: string) => Promise.resolve(Buffer.from(text)),
		applyEdit() {
			documents.forEach(document => (document.isDirty = true));
			return Promise.resolve(true);
		},
	},
}));

const { createWorkspaceEdits } = await import('../../../src/editor/documents/workspace-edits.ts');
const { Range } = await import('vscode');

/** One file, and an edit of it, in an editor that saves or does not. */
function setUp(saves: boolean) {
	const file = join(mkdtempSync(join(tmpdir(), 'hawser-edits-')), 'a.txt');
	writeFileSync(file, 'one\n');
	const uri = { fsPath: file, scheme: 'file', toString: () => `file://${file}` };
	const document: FakeDocument = {
		...{ uri, isDirty: false, isClosed: false, lineCount: 2, encoding: 'utf8' },
		getText: () => 'one\n',
		save() {
			document.isDirty = !saves;
			return Promise.resolve(saves);
		},
	};
	documents.splice(0, documents.length, document);
	const edits = [{ range: new Range(0, 0, 9, 0), newText: 'two\n' }];
	const ended: string[] = [];
	const workspaceEdits = createWorkspaceEdits({
		paths: { show: () => 'a.txt', resolve: () => Promise.resolve(uri) },
		locks: { hold: (_: unknown, __: unknown, work: () => Promise<unknown>) => work() },
		consent: { forFiles: () => Promise.resolve() },
		saveConflicts: { settled: () => Promise.resolve(), hasMoved: () => Promise.resolve(false) },
		recorder: {
			begin: () =>
				Promise.resolve({
					ids: ['1'],
					made: () => Promise.resolve(void ended.push('made')),
					dropped: () => Promise.resolve(void ended.push('dropped')),
				}),
		},
	} as never);
	return {
		ended,
		async make() {
			const plan = await workspaceEdits.plan({ size: 1, entries: () => [[uri, edits]], get: () => edits } as never);
			return plan.apply({ agent: 'test', signal: NEVER_CANCELLED });
		},
	};
}

test('a change that is made is entered as made', async () => {
	const { make, ended } = setUp(true);
	await make();
	expect(ended).toEqual(['made']);
});

test('a change that could not be saved and was put back is not left in the journal', async () => {
	const { make, ended } = setUp(false);
	await expect(make()).rejects.toMatchObject({ code: 'E_SAVE_FAILED' });
	expect(ended).toEqual(['dropped']);
});

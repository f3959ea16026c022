import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test, vi } from 'vitest';

interface FakeUri {
	fsPath: string;
	scheme: string;
}
interface Saved {
	uri: FakeUri;
	isDirty: boolean;
	getText(): string;
}

const { events, folder } = vi.hoisted(() => ({
	events: {
		willSave: vi.fn<(event: { document: Saved }) => void>(),
		didSave: vi.fn<(document: Saved) => void>(),
		wrote: vi.fn<(uri: FakeUri) => void>(),
	},
	folder: { path: '' },
}));
vi.mock('vscode', async original => {
	const nothing = { dispose: () => undefined };
	const ignored = () => nothing;
	return {
		...(await original<object>()),
		Uri: { file: (fsPath: string) => ({ fsPath, scheme: 'file', toString: () => `file://${fsPath}` }) },
		Disposable: { from: () => nothing },
		workspace: {
			get workspaceFolders() {
				return [{ uri: { fsPath: folder.path, scheme: 'file' } }];
			},
			getWorkspaceFolder: () => ({}),
			decode: (bytes: Uint8Array) => Promise.resolve(new TextDecoder().decode(bytes)),
			findFiles: () => Promise.resolve([]),
			createFileSystemWatcher: () => ({
				...nothing,
				onDidChange: (listener: (uri: FakeUri) => void) => events.wrote.mockImplementation(listener),
				...{ onDidCreate: ignored, onDidDelete: ignored },
			}),
			onWillSaveTextDocument: (listener: (event: { document: Saved }) => void) =>
				events.willSave.mockImplementation(listener),
			onDidSaveTextDocument: (listener: (document: Saved) => void) => events.didSave.mockImplementation(listener),
			...{ onDidSaveNotebookDocument: ignored, onDidChangeWorkspaceFolders: ignored },
			...{ onDidCreateFiles: ignored, onDidDeleteFiles: ignored, onDidRenameFiles: ignored },
		},
	};
});

const { createOutsideEdits } = await import('../../../src/editor/outside/outside-edits.ts');
const { Uri } = await import('vscode');

/** A window with one agent, a repository in which everything is committed as it is now, and a git that may hang. */
function setUp(files: Readonly<Record<string, string>>) {
	folder.path = realpathSync.native(mkdtempSync(join(tmpdir(), 'hawser-outside-')));
	const at = (name: string) => join(folder.path, name);
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(at(name), text);
		utimesSync(at(name), 1, 1);
	}
	const committed = new Map(Object.entries(files).map(([name, text]) => [at(name), Buffer.from(text)]));
	const repository = { root: folder.path };
	const moves = { mark: '', last: '', stash: '' };
	let git: Promise<unknown> = Promise.resolve();
	const entered: string[] = [];
	const edits = createOutsideEdits({
		agents: { list: () => [{ connection: 'one', name: 'claude' }], onDidChange: () => ({ dispose: () => undefined }) },
		bases: {
			read: () => git.then(() => [{ repository, head: 'x', open: new Set(), moves }]),
			moves: () => Promise.resolve(moves),
			states: (_: unknown, asked: string[]) => git.then(() => new Map(asked.map(file => [file, 'changed']))),
			contents: () => Promise.resolve(committed),
			dispose: () => undefined,
		},
		recorder: {
			begin(changes: { uri: FakeUri; kind: string; after?: string }[], { tool }: { tool: string }) {
				entered.push(
					...changes.map(
						({ uri, kind, after }) => `${tool} ${kind} ${uri.fsPath.slice(folder.path.length + 1)}: ${String(after)}`,
					),
				);
				const done = () => Promise.resolve();
				return Promise.resolve({ ids: changes.map((_, index) => String(index)), made: done, dropped: done });
			},
		},
		journals: { list: () => Promise.resolve([]), of: () => ({ grow: vi.fn(), drop: vi.fn() }) },
		...{ changed: vi.fn(), warn: vi.fn(), shown: vi.fn() },
	} as never);
	return {
		...{ edits, entered, at },
		/** From now on git does not end until this is called. */
		hang() {
			const hanging = Promise.withResolvers<undefined>();
			git = hanging.promise;
			return () => hanging.resolve(undefined);
		},
		/** As the editor does it. */
		save(name: string, text: string, mark = '') {
			const document = { uri: Uri.file(at(name)), isDirty: false, getText: () => text };
			events.willSave({ document });
			writeFileSync(at(name), mark + text);
			events.didSave(document);
		},
		/** As one of our tools does it. */
		async make(kind: 'create' | 'delete', name: string, text = '') {
			const begun = await edits.recorder.begin([{ uri: Uri.file(at(name)), kind }], {
				...{ agent: 'one', tool: 'file_tool', signal: NEVER_CANCELLED },
			});
			if (kind === 'create') {
				writeFileSync(at(name), text);
			} else {
				rmSync(at(name));
			}
			await begun.made();
			events.wrote(Uri.file(at(name)));
		},
	};
}

test('what was written just before the user saves is entered, and what the user saves is not', async () => {
	const { edits, entered, save, at } = setUp({ 'a.txt': 'one\n' });
	await edits.settled();
	writeFileSync(at('a.txt'), 'of the agent\n');
	save('a.txt', 'of the user\n');
	await edits.settled();
	expect(entered).toEqual(['outside edit a.txt: of the agent\n']);
	edits.dispose();
});

test.skipIf(process.platform === 'win32')('a pipe in the place of a file does not hold up a save', async () => {
	const { edits, entered, at } = setUp({});
	await edits.settled();
	execFileSync('mkfifo', [at('pipe')]);
	events.willSave({ document: { uri: Uri.file(at('pipe')), isDirty: true, getText: () => '' } });
	await edits.settled();
	expect(entered).toEqual([]);
	edits.dispose();
});

test('our own tools do not wait for a git that does not end, and nothing is taken for somebody else’s afterwards', async () => {
	const { edits, entered, make, hang, at } = setUp({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
	await edits.settled();
	const end = hang();
	writeFileSync(at('a.txt'), 'of the agent\n');
	events.wrote(Uri.file(at('a.txt')));
	void edits.settled();
	await make('delete', 'a.txt');
	await make('create', 'a.txt', 'of the tool\n');
	await make('delete', 'b.txt');
	expect(readFileSync(at('a.txt'), 'utf8')).toBe('of the tool\n');
	end();
	await edits.settled();
	expect(entered.filter(entry => entry.startsWith('outside'))).toEqual(['outside edit a.txt: of the agent\n']);
	edits.dispose();
});

test('a file with a byte order mark that the user saves twice is nobody else’s', async () => {
	const { edits, entered, save } = setUp({ 'a.txt': '\uFEFFone\n' });
	await edits.settled();
	save('a.txt', 'two\n', '\uFEFF');
	await edits.settled();
	save('a.txt', 'three\n', '\uFEFF');
	await edits.settled();
	expect(entered).toEqual([]);
	edits.dispose();
});

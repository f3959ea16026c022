import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { callWindow, callWindowForData } from '../support/call-window.ts';
import { connectDebugger } from '../support/debug-client.ts';
import { eventually } from '../support/eventually.ts';
import { readGuide } from '../support/guide.ts';
import { answerQuestion } from '../support/questions.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** Notebooks of three formats, with kernels that run JavaScript; the editor itself opens .ipynb. */
const workbench = useWorkbench({ extensions: [join(ROOT, 'tests/projects/notebook-kernels')] });
const WAIT = 120_000;

interface Cell {
	cell: number;
	id?: string;
	kind: string;
	language: string;
	version: string;
	source: string;
	order?: number;
	succeeded?: boolean;
	outputs?: { kind: string; text?: string; media?: string[]; truncated?: true }[];
	outputsLeftOut?: number;
}
interface Read {
	type: string;
	dirty: boolean;
	version: string;
	totalCells: number;
	cells: Cell[];
	nextCell?: number;
}
type Input = Record<string, unknown>;

let open: OpenWindow;
const call = <Data = Input>(tool: string, input: Input) => callWindowForData<Data>(open.entry, tool, input);
const read = (path: string, input: Input = {}) => call<Read>('notebook_read', { path, ...input });
const sourcesOf = ({ cells }: Read) => cells.map(({ source }) => source);
const onDisk = (path: string) => readFileSync(join(open.folder, path), 'utf8');

async function fail(tool: string, input: Input) {
	const { envelope, text } = await callWindow(open.entry, tool, input);
	expect({ ok: envelope.ok, text }).toMatchObject({ ok: false });
	return { code: '', message: '', ...envelope.error, text };
}

interface RawCell {
	cell_type: string;
	source: string;
	id?: string;
	outputs?: unknown[];
	execution_count?: number | null;
}

function ipynb(cells: readonly RawCell[], language = 'javascript'): string {
	return JSON.stringify(
		{
			cells: cells.map(({ cell_type, ...cell }) => ({
				cell_type,
				metadata: {},
				...(cell_type === 'code' && { outputs: [], execution_count: null }),
				...cell,
				source: cell.source.split(/(?<=\n)/),
			})),
			metadata: { language_info: { name: language } },
			nbformat: 4,
			nbformat_minor: 5,
		},
		undefined,
		1,
	);
}

const code = (source: string, more: Partial<RawCell> = {}): RawCell => ({ cell_type: 'code', source, ...more });
const markdown = (source: string): RawCell => ({ cell_type: 'markdown', source });

/** What the user does: types at the start of a cell of a notebook, without saving. */
async function typeInCell(path: string, cell: number, text: string): Promise<void> {
	await open.window.evaluate(
		`const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(args.path));
		const edit = new vscode.WorkspaceEdit();
		edit.insert(document.cellAt(args.cell - 1).document.uri, new vscode.Position(0, 0), args.text);
		await vscode.workspace.applyEdit(edit);
		while (!document.isDirty) {
			await new Promise(resolve => setTimeout(resolve, 10));
		}`,
		{ path: join(open.folder, path), cell, text },
	);
}

beforeAll(async () => {
	const folder = workbench().makeFolder('books');
	open = await workbench().open(folder);
});

describe('notebook_read', () => {
	test(
		'gives cells with ids, languages, sources and outputs; images and HTML are named',
		async () => {
			const outputs = [
				{ output_type: 'stream', name: 'stdout', text: ['one\n', 'two\n'] },
				{
					output_type: 'display_data',
					metadata: {},
					data: { 'image/png': 'iVBORw0KGgo=', 'text/html': ['<b>x</b>'], 'text/plain': ['<Figure>'] },
				},
				{ output_type: 'error', ename: 'TypeError', evalue: 'no', traceback: ['\u001b[31mTypeError\u001b[0m: no'] },
			];
			open.write(
				'read.ipynb',
				ipynb([markdown('# Title'), code('1 + 1\n2', { id: 'abc', outputs, execution_count: 7 })]),
			);
			const book = await read('read.ipynb');
			expect(book).toMatchObject({ type: 'jupyter-notebook', dirty: false, totalCells: 2 });
			expect(book.cells).toMatchObject([
				{ cell: 1, kind: 'markup', language: 'markdown', source: '# Title' },
				{
					...{ cell: 2, id: 'abc', kind: 'code', language: 'javascript', source: '1 + 1\n2', order: 7 },
					outputs: [
						{ kind: 'stdout', text: 'one\ntwo' },
						{ kind: 'result', text: '<Figure>', media: expect.arrayContaining(['image/png, 8 bytes']) as string[] },
						{ kind: 'error', text: 'TypeError: no' },
					],
				},
			]);
			expect((await callWindow(open.entry, 'notebook_read', { path: 'read.ipynb' })).text).toMatch(
				/^read\.ipynb: cells 1 to 2 of 2 \(jupyter-notebook, version \S+\)\n--- cell 1 \(markdown, version \S+\)\n# Title\n/,
			);
		},
		WAIT,
	);

	test('reads another format, and sees what is not saved', async () => {
		open.write('a.plainbook', '=== markup markdown\nHello\n=== code javascript\n1\n');
		expect(await read('a.plainbook')).toMatchObject({ type: 'plain-book', totalCells: 2 });
		await typeInCell('a.plainbook', 2, '40 + ');
		expect(sourcesOf(await read('a.plainbook'))).toEqual(['Hello', '40 + 1']);
		expect(onDisk('a.plainbook')).not.toContain('40');
	});

	test('notices a change on disk', async () => {
		open.write('disk.ipynb', ipynb([code('1')]));
		expect(sourcesOf(await read('disk.ipynb'))).toEqual(['1']);
		open.write('disk.ipynb', ipynb([code('2'), code('3')]));
		await eventually(async () => expect(sourcesOf(await read('disk.ipynb'))).toEqual(['2', '3']));
	});

	test('tells a missing file, a folder, a text file and a broken notebook apart', async () => {
		open.write('notes.txt', 'text');
		open.write('broken.ipynb', '{ "cells": [');
		open.write('folder/x.txt', 'x');
		expect(await fail('notebook_read', { path: 'gone.ipynb' })).toMatchObject({ code: 'E_FILE_NOT_FOUND' });
		expect(await fail('notebook_read', { path: 'folder' })).toMatchObject({ code: 'E_IS_FOLDER' });
		expect(await fail('notebook_read', { path: 'notes.txt' })).toMatchObject({ code: 'E_NOT_NOTEBOOK' });
		expect(await fail('notebook_read', { path: 'broken.ipynb' })).toMatchObject({ code: 'E_NOTEBOOK_UNREADABLE' });
		expect(await fail('notebook_read', { path: 'read.ipynb', startCell: 9 })).toMatchObject({
			code: 'E_CELL_NOT_FOUND',
		});
	});

	test(
		'keeps outputs of five megabytes and hidden characters within the answer',
		async () => {
			const line = `${'x'.repeat(99)}\n`;
			const outputs = [{ output_type: 'stream', name: 'stdout', text: [line.repeat(50_000)] }];
			open.write('large.ipynb', ipynb([code('1', { outputs }), code('a\u200bb \u202etxt'), code('y'.repeat(200_000))]));
			const { text } = await callWindow(open.entry, 'notebook_read', { path: 'large.ipynb' });
			expect(text.length).toBeLessThan(31_000);
			expect(text).toContain('lines left out');
			expect(text).not.toMatch(/[\u200b\u202e]/);
			const alone = await read('large.ipynb', { startCell: 1, endCell: 1 });
			expect(alone.cells[0]?.outputs?.[0]).toMatchObject({ truncated: true });
			const long = await callWindow(open.entry, 'notebook_read', { path: 'large.ipynb', startCell: 3 });
			expect(long.text.length).toBeLessThan(31_000);
			expect(long.text).toContain('only the start of a very long line');
		},
		WAIT,
	);
});

describe('notebook_edit', () => {
	const edit = (path: string, edits: Input[], more: Input = {}) => call('notebook_edit', { path, edits, ...more });

	test(
		'replaces, inserts, deletes and moves in one step that is saved, and that one undo takes back',
		async () => {
			const outputs = [{ output_type: 'stream', name: 'stdout', text: ['kept\n'] }];
			open.write(
				'edit.ipynb',
				ipynb([
					markdown('# A'),
					code('let b = 1', { outputs, id: 'bee' }),
					code('let c = 2'),
					code('d', { id: 'dee' }),
				]),
			);
			const before = await read('edit.ipynb');
			const [, , third, fourth] = before.cells;
			const done = await edit('edit.ipynb', [
				{ action: 'replace', cell: 2, oldText: '= 1', newText: '= 10' },
				{ action: 'insert', cell: 2, newText: 'let inserted' },
				{ action: 'delete', cell: 3, version: third?.version },
				{ action: 'move', cell: 4, version: fourth?.version, to: 0 },
			]);
			expect(done).toMatchObject({
				totalCells: 4,
				edits: [
					{ action: 'replace', cell: 3 },
					{ action: 'insert', cell: 4 },
					{ action: 'delete' },
					{ action: 'move', cell: 1 },
				],
			});
			const after = await read('edit.ipynb');
			expect(sourcesOf(after)).toEqual(['d', '# A', 'let b = 10', 'let inserted']);
			expect(after).toMatchObject({ dirty: false, version: done['version'] });
			expect(after.cells).toMatchObject([
				{ id: 'dee' },
				{ kind: 'markup' },
				{ id: 'bee', outputs: [{ text: 'kept' }] },
				{ language: 'javascript' },
			]);
			expect(onDisk('edit.ipynb')).toContain('let b = 10');
			await open.window.evaluate(
				`await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(vscode.Uri.file(args.path)));
				await vscode.commands.executeCommand('undo');`,
				{ path: join(open.folder, 'edit.ipynb') },
			);
			await eventually(async () => expect(sourcesOf(await read('edit.ipynb'))).toEqual(sourcesOf(before)));
		},
		WAIT,
	);

	test('refuses what no longer holds, and says what does', async () => {
		open.write('stale.plainbook', '=== code javascript\nfirst\n=== code javascript\nsecond\n');
		const { cells, version } = await read('stale.plainbook');
		await edit('stale.plainbook', [{ action: 'insert', cell: 0, newText: 'new' }]);
		const moved = await fail('notebook_edit', {
			path: 'stale.plainbook',
			edits: [{ action: 'delete', cell: 2, version: cells[1]?.version }],
		});
		expect(moved).toMatchObject({
			code: 'E_EDIT_NOT_MATCHED',
			message: expect.stringContaining('What you mean is cell 3 now') as string,
		});
		expect(
			await fail('notebook_edit', {
				path: 'stale.plainbook',
				edits: [{ action: 'insert', newText: 'x' }],
				version,
			}),
		).toMatchObject({ code: 'E_FILE_CHANGED' });
		expect(sourcesOf(await read('stale.plainbook'))).toEqual(['new', 'first', 'second']);
	});

	test('keeps unsaved edits of the user: unseen ones are shown and not saved, seen ones are', async () => {
		open.write('dirty.plainbook', '=== code javascript\none\n=== code javascript\ntwo\n');
		await read('dirty.plainbook');
		await typeInCell('dirty.plainbook', 2, 'USER ');
		const other = { path: 'dirty.plainbook', edits: [{ action: 'replace', cell: 1, oldText: 'one', newText: 'ONE' }] };
		const refused = await fail('notebook_edit', other);
		expect(refused).toMatchObject({ code: 'E_FILE_DIRTY', message: expect.stringContaining('+USER two') as string });
		expect(onDisk('dirty.plainbook')).not.toContain('USER');
		const { version } = await read('dirty.plainbook');
		await call('notebook_edit', { ...other, version });
		expect(onDisk('dirty.plainbook')).toBe('=== code javascript\nONE\n=== code javascript\nUSER two\n');
	});

	test(
		'asks the user about a protected notebook',
		async () => {
			open.write('.vscode/own.plainbook', '=== code javascript\none\n');
			const asked = callWindow(open.entry, 'notebook_edit', {
				path: '.vscode/own.plainbook',
				edits: [{ action: 'replace', cell: 1, oldText: 'one', newText: 'evil' }],
			});
			await answerQuestion(open.window, '+evil', 'Deny');
			expect((await asked).envelope.error).toMatchObject({ code: 'E_DENIED' });
			expect(onDisk('.vscode/own.plainbook')).toContain('one');
		},
		WAIT,
	);
});

describe('notebook_run', () => {
	const run = (path: string, input: Input = {}) => call<Input & { cells: Cell[] }>('notebook_run', { path, ...input });

	test(
		'runs all code cells with the only kernel, and gives outputs and errors',
		async () => {
			open.write(
				'run.ipynb',
				ipynb([
					markdown('text'),
					code('var x = 20; console.log("hi"); x * 2'),
					code('picture()'),
					code('throw new TypeError("broken " + x)', { execution_count: 5 }),
					code('never', { execution_count: 6 }),
				]),
			);
			const all = await run('run.ipynb');
			expect(all).toMatchObject({ kernel: 'JavaScript', total: 4, succeeded: 2, failed: 1, notRun: 1, dirty: true });
			expect(all.cells).toMatchObject([
				{ cell: 2, state: 'succeeded', outputs: [{ kind: 'stdout', text: 'hi' }, { text: '40' }] },
				{
					cell: 3,
					state: 'succeeded',
					outputs: [{ text: 'a chart', media: ['image/png, 12 kB', 'text/html, 12 bytes'] }],
				},
				{ cell: 4, state: 'failed', outputs: [{ kind: 'error', text: 'TypeError: broken 20\n    at cell' }] },
				{ cell: 5, state: 'not_run' },
			]);
			const one = await run('run.ipynb', { cells: [2] });
			expect(one).toMatchObject({ total: 1, succeeded: 1, failed: 0 });
			expect((await read('run.ipynb')).cells[3]).toMatchObject({ succeeded: false });
		},
		WAIT,
	);

	test(
		'selects no kernel by itself where there are several, shows no list, and takes the one that is named',
		async () => {
			open.write('several.plainbook', '=== code javascript\n6 * 7\n=== code python\nprint(1)\n');
			const refused = await fail('notebook_run', { path: 'several.plainbook' });
			expect(refused).toMatchObject({
				code: 'E_NO_KERNEL',
				message: expect.stringMatching(/Plain JavaScript \[hawser-tests.notebook-kernels\/plain\]/) as string,
			});
			expect(await open.window.page.locator('.quick-input-widget').isVisible()).toBe(false);
			expect(await fail('notebook_run', { path: 'several.plainbook', kernel: 'Perl' })).toMatchObject({
				code: 'E_NO_KERNEL',
			});
			const named = await run('several.plainbook', { kernel: 'plain javascript' });
			expect(named).toMatchObject({ kernel: 'Plain JavaScript', succeeded: 1, notRun: 1 });
			expect(named.cells).toMatchObject([{ outputs: [{ text: '42' }] }, { state: 'not_run', language: 'python' }]);
			// It is selected now.
			expect(await run('several.plainbook', { cells: [1] })).toMatchObject({ succeeded: 1 });
		},
		WAIT,
	);

	test(
		'waits for cells of a kernel that returns before they have ended',
		async () => {
			open.write(
				'hasty.plainbook',
				'=== code javascript\nnew Promise(resolve => setTimeout(() => resolve("late"), 300))\n',
			);
			expect(await run('hasty.plainbook', { kernel: 'hasty' })).toMatchObject({
				succeeded: 1,
				cells: [{ outputs: [{ text: '"late"' }] }],
			});
		},
		WAIT,
	);

	test(
		'stops when the time is over, and can run again',
		async () => {
			open.write('slow.ipynb', ipynb([code('console.log("begun"); new Promise(() => {})'), code('1')]));
			const stopped = await run('slow.ipynb', { timeout: 3000 });
			expect(stopped).toMatchObject({ succeeded: 0 });
			expect(stopped.cells[0]?.outputs?.[0]).toMatchObject({ text: 'begun' });
			expect(await run('slow.ipynb', { cells: [2] })).toMatchObject({ succeeded: 1 });
		},
		WAIT,
	);

	test(
		'says what to do where nothing runs the notebook',
		async () => {
			open.write('a.mutebook', '=== code javascript\n1\n');
			expect(await fail('notebook_run', { path: 'a.mutebook' })).toMatchObject({
				code: 'E_NO_KERNEL',
				text: expect.stringContaining('Select Kernel') as string,
			});
			expect(await fail('notebook_run', { path: 'run.ipynb', cells: [1] })).toMatchObject({ code: 'E_INVALID_PARAMS' });
			expect(await fail('notebook_run', { path: 'run.ipynb', cells: [99] })).toMatchObject({
				code: 'E_CELL_NOT_FOUND',
			});
		},
		WAIT,
	);
});

describe('other tools', () => {
	test('file_read names notebook_read, and file_edit leaves unsaved cells alone', async () => {
		open.write('text.plainbook', '=== code javascript\none\n');
		expect((await callWindow(open.entry, 'file_read', { path: 'text.plainbook' })).text).toContain('notebook_read');
		await read('text.plainbook');
		await typeInCell('text.plainbook', 1, 'USER ');
		expect(await call('file_read', { path: 'text.plainbook' })).toMatchObject({ notebook: 'unsaved' });
		const edits = [{ oldText: 'one', newText: 'two' }];
		expect(await fail('file_edit', { path: 'text.plainbook', edits })).toMatchObject({ code: 'E_FILE_DIRTY' });
	});

	test('tools for symbols ask which cell is meant, and ask about that one', async () => {
		open.write('symbols.ipynb', ipynb([code('1'), code('function add() {}\nadd();')]));
		for (const tool of ['symbol_outline', 'code_format']) {
			expect(await fail(tool, { path: 'symbols.ipynb' })).toMatchObject({
				code: 'E_NO_LANGUAGE_SERVER',
				text: expect.stringContaining('symbols.ipynb#cell2') as string,
			});
		}
		expect(await fail('symbol_outline', { path: 'symbols.ipynb#cell3' })).toMatchObject({ code: 'E_CELL_NOT_FOUND' });
		const address = { path: 'symbols.ipynb#cell2', symbol: 'add' };
		await eventually(async () => {
			const { text } = await callWindow(open.entry, 'symbol_references', address);
			expect(text).toBe('symbols.ipynb#cell2\n1: function add() {}\n2: add();');
		});
		expect((await callWindow(open.entry, 'file_read', { path: 'symbols.ipynb#cell2' })).text).toContain('add();');
	});

	describe('of a language that is used in files and in cells', () => {
		const files = { path: 'lib.txt', symbol: 'wanted' };
		beforeAll(async () => {
			open.write('lib.txt', 'declare wanted\n');
			open.write('use.plainbook', '=== code plaintext\nnothing\n=== code plaintext\nfirst\nuse wanted\n');
			await open.window.evaluate(
				`const book = await vscode.workspace.openNotebookDocument(vscode.Uri.file(args.folder + '/use.plainbook'));
				const places = () => [vscode.Uri.file(args.folder + '/lib.txt'), book.cellAt(1).document.uri].map(uri => {
					const { document } = { document: vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString()) };
					const [found] = /(?<=(?:declare|use) )\\w+/.exec(document.getText());
					const at = document.getText().indexOf(found);
					return new vscode.Location(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + found.length)));
				});
				const { languages } = vscode;
				languages.registerReferenceProvider('plaintext', { provideReferences: () => places() });
				languages.registerDefinitionProvider('plaintext', { provideDefinition: () => places()[0] });
				languages.registerDocumentSymbolProvider('plaintext', {
					provideDocumentSymbols: ({ uri }) =>
						places().filter(place => place.uri.scheme === 'file' && place.uri.path === uri.path).map(
							({ range }) => new vscode.DocumentSymbol('wanted', '', vscode.SymbolKind.Function, range, range),
						),
				});
				languages.registerRenameProvider('plaintext', {
					provideRenameEdits: (_document, _position, name) => {
						const edit = new vscode.WorkspaceEdit();
						places().forEach(({ uri, range }) => edit.replace(uri, range, name));
						return edit;
					},
				});`,
				{ folder: open.folder },
			);
		});

		test('references name the cell, with its line', async () => {
			const { text } = await callWindow(open.entry, 'symbol_references', files);
			expect(text).toBe('lib.txt\n1: declare wanted\nuse.plainbook#cell2\n2: use wanted');
		});

		test('a rename changes and saves the notebook, and can be taken back with the rest', async () => {
			const agent = await connectDebugger(open.entry);
			try {
				const before = onDisk('use.plainbook');
				const renamed = await agent.read('symbol_rename', { ...files, newName: 'found' });
				expect(renamed).toContain('2 edits in 2 files');
				expect(renamed).toContain('use.plainbook#cell2');
				expect(onDisk('use.plainbook')).toBe(before.replace('wanted', 'found'));
				expect(await agent.read('change_list', {})).toMatch(/lib\.txt[^]*use\.plainbook|use\.plainbook[^]*lib\.txt/);
				await agent.read('change_undo', { all: true });
				expect(onDisk('use.plainbook')).toBe(before);
				expect(onDisk('lib.txt')).toBe('declare wanted\n');
			} finally {
				await agent.client.close();
			}
		});
	});

	test('what notebook_edit has changed can be taken back, but not past unsaved edits of the user', async () => {
		const agent = await connectDebugger(open.entry);
		try {
			open.write('undo.plainbook', '=== code javascript\none\n=== code javascript\ntwo\n');
			const before = onDisk('undo.plainbook');
			await agent.read('notebook_read', { path: 'undo.plainbook' });
			const edits = [{ action: 'replace', cell: 1, oldText: 'one', newText: 'ONE' }];
			await agent.read('notebook_edit', { path: 'undo.plainbook', edits });
			expect(onDisk('undo.plainbook')).toBe(before.replace('one', 'ONE'));
			await typeInCell('undo.plainbook', 2, 'USER ');
			expect(await agent.fail('change_undo', { all: true })).toMatchObject({ code: 'E_FILE_DIRTY' });
			expect(onDisk('undo.plainbook')).toBe(before.replace('one', 'ONE'));
		} finally {
			await agent.client.close();
		}
	});

	test('a notebook with unsaved edits of the user is neither deleted nor taken back', async () => {
		const agent = await connectDebugger(open.entry);
		try {
			await agent.read('file_write', { path: 'made.plainbook', text: '=== code javascript\none\n' });
			await typeInCell('made.plainbook', 1, 'USER ');
			for (const [tool, input] of [
				['change_undo', { path: 'made.plainbook' }],
				['file_delete', { path: 'made.plainbook' }],
			] as const) {
				expect(await agent.fail(tool, input)).toMatchObject({ code: 'E_FILE_DIRTY' });
			}
			expect(onDisk('made.plainbook')).toContain('one');
		} finally {
			await agent.client.close();
		}
	});

	test(
		'diagnostic_list gives the problems of cells with their numbers, and calls nothing clean that nobody checked',
		async () => {
			open.write(
				'typed.plainbook',
				'=== markup markdown\n# x\n=== code typescript\nconst wrong: number = "text";\n=== code typescript\nconst right = 1;\n',
			);
			await eventually(async () => {
				expect(await call('diagnostic_list', { path: 'typed.plainbook' })).toMatchObject({
					freshness: 'fresh',
					checkedFiles: 1,
					counts: { error: 1 },
					problems: [{ path: 'typed.plainbook', cell: 2, line: 1, column: 7, source: 'ts', code: '2322' }],
				});
			});
			open.write('python.ipynb', ipynb([code('1 +')], 'python'));
			const { text, envelope } = await callWindow(open.entry, 'diagnostic_list', { path: 'python.ipynb' });
			expect(envelope.data).toMatchObject({ freshness: 'not_ready', checkedFiles: 0, total: 0 });
			expect(text).toContain('Not checked: 1 python file (no extension checks them)');
		},
		WAIT,
	);

	test(
		'notebook_edit tells which problems appeared in which cell',
		async () => {
			open.write('worse.plainbook', '=== code typescript\nlet before: number = 1;\n');
			await call('diagnostic_list', { path: 'worse.plainbook' });
			expect(
				await call('notebook_edit', {
					path: 'worse.plainbook',
					edits: [{ action: 'insert', newText: 'let appeared: number = "x";' }],
				}),
			).toMatchObject({ problems: { freshness: 'fresh', appearedTotal: 1, appeared: [{ cell: 2, line: 1 }] } });
		},
		WAIT,
	);

	test(
		'the check of the whole project has the cells too',
		async () => {
			await eventually(async () => {
				const { text } = await callWindow(open.entry, 'diagnostic_list', { severity: 'error', limit: 500 });
				expect(text).toMatch(/^cell 2:1:7 ts 2322/m);
			});
		},
		2 * WAIT,
	);
});

test(
	'docs/how/notebooks.md: every call gives the answer that the guide shows',
	async () => {
		const guide = readGuide('notebooks.md');
		for (const { name, text } of guide.files) {
			open.write(name, text);
		}
		const agent = await connectDebugger(open.entry);
		try {
			expect(await guide.follow((tool, input) => agent.read(tool, input))).toBe(4);
		} finally {
			await agent.client.close();
		}
	},
	WAIT,
);

describe('a notebook of two thousand cells', () => {
	const total = 2000;
	const path = 'many.ipynb';

	test(
		'is read in pages and edited at its end',
		async () => {
			open.write(
				path,
				ipynb(
					Array.from({ length: total }, (_, index) => code(`cell(${index + 1})`)),
					'python',
				),
			);
			// The first call may run out of time on a slow machine; the notebook is open then for the next.
			const first = await eventually(() => read(path));
			expect(first.totalCells).toBe(total);
			const second = await eventually(() => read(path, { startCell: first.nextCell }));
			expect([...sourcesOf(first), ...sourcesOf(second)]).toEqual(
				Array.from({ length: first.cells.length + second.cells.length }, (_, index) => `cell(${index + 1})`),
			);
			const last = await eventually(() => read(path, { startCell: total }));
			expect(last.cells).toMatchObject([{ cell: total, source: `cell(${total})` }]);
			expect(last.nextCell).toBeUndefined();
			const edits = [{ action: 'replace', cell: total, oldText: `(${total})`, newText: '(changed)' }];
			expect(await call('notebook_edit', { path, edits })).toMatchObject({ totalCells: total });
			expect(onDisk(path)).toContain('cell(changed)');
		},
		5 * WAIT,
	);
});

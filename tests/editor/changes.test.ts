import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalFolder, openJournal } from '@hawser/journal/journal.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callWindowForData } from '../support/call-window.ts';
import { eventually } from '../support/eventually.ts';
import { howOften } from '../support/how-often.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/** What agents change is recorded and can be taken back; nobody else loses a character by it. */
const SEQUENCES = howOften('HAWSER_UNDO_SEQUENCES', 8);

const { workbench, open } = useShopWindow();
let one: Client;
let other: Client;
/** Of the window as it is after the last reload. */
let entry: WindowEntry;
beforeAll(async () => {
	await connect(open().entry);
});
afterAll(async () => {
	await Promise.all([one, other].map(client => client.close()));
});

/** Two agents are there from their first calls on; so what the tests write themselves is nobody's. */
async function connect(found: WindowEntry): Promise<void> {
	entry = found;
	[one, other] = [await connectHttp(found), await connectHttp(found)];
	await Promise.all([list(one), list(other)]);
}

const disk = (name: string) => readFileSync(join(open().folder, name), 'utf8');
const put = (name: string, text: string) => writeFileSync(join(open().folder, name), text);
const edit = (client: Client, path: string, oldText: string, newText: string) =>
	call(client, 'file_edit', { path, edits: [{ oldText, newText }] });
const undo = async (client: Client, input: Record<string, unknown>) => textOf(await call(client, 'change_undo', input));

interface Listed {
	changes: { id: string; path: string; kind: string; tool: string; undone: boolean; agent: string }[];
	total: number;
}
const list = async (client: Client, input: Record<string, unknown> = {}) =>
	((await call(client, 'change_list', input)).structuredContent as { data: Listed }).data;

/** As the user would in the editor, without saving. */
async function type(name: string, line: number, text: string): Promise<void> {
	await open().window.evaluate(
		`const document = await vscode.workspace.openTextDocument(args.path);
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit(edit => edit.insert(document.lineAt(Math.min(args.line, document.lineCount - 1)).range.end, args.text));`,
		{ path: join(open().folder, name), line, text },
	);
}

const textInEditor = (name: string) =>
	open().window.evaluate('return (await vscode.workspace.openTextDocument(args.path)).getText();', {
		path: join(open().folder, name),
	}) as Promise<string>;

test('an agent sees its own changes and takes them back, whatever tool made them', async () => {
	const before = disk('src/cart.ts');
	await edit(one, 'src/cart.ts', 'total', 'sum');
	await call(one, 'file_write', { path: 'made.txt', text: 'new\n' });
	put('gone.txt', 'here\n');
	await call(one, 'file_delete', { path: 'gone.txt' });
	await call(one, 'symbol_rename', { path: 'src/cart.ts', symbol: 'Cart', newName: 'Basket' });
	const { changes } = await list(one);
	expect(new Set(changes.map(({ path, kind }) => `${kind} ${path}`))).toEqual(
		new Set([
			'edit src/cart.ts',
			'create made.txt',
			'delete gone.txt',
			...changes.filter(({ tool }) => tool === 'symbol_rename').map(({ path }) => `edit ${path}`),
		]),
	);
	expect((await list(other)).changes).toEqual([]);
	expect(await undo(other, { all: true })).toContain('[E_NO_CHANGES]');
	expect(await undo(one, { all: true })).toMatch(/^Took back \d+ changes/);
	expect(disk('src/cart.ts')).toBe(before);
	expect(existsSync(join(open().folder, 'made.txt'))).toBe(false);
	expect(disk('gone.txt')).toBe('here\n');
	expect((await list(one)).changes.filter(({ undone }) => !undone).every(({ tool }) => tool === 'change_undo')).toBe(
		true,
	);
});

test('a moved file goes back, and the imports with it', async () => {
	const before = disk('src/checkout.ts');
	await call(one, 'file_rename', { from: 'src/cart.ts', to: 'src/basket/cart.ts' });
	expect(disk('src/checkout.ts')).not.toBe(before);
	const answer = await undo(one, { path: 'src' });
	expect(answer).toMatch(/^Took back/);
	expect(existsSync(join(open().folder, 'src/basket/cart.ts'))).toBe(false);
	expect(disk('src/checkout.ts'), answer).toBe(before);
	expect(existsSync(join(open().folder, 'src/cart.ts'))).toBe(true);
});

test('what the user has typed since stays, unsaved as it was, and a piece they have worked on is left and named', async () => {
	put('shared.txt', 'one\ntwo\nthree\nfour\n');
	await edit(one, 'shared.txt', 'one', 'ONE');
	await edit(one, 'shared.txt', 'four', 'FOUR');
	await type('shared.txt', 0, ' mine');
	const answer = await undo(one, { path: 'shared.txt' });
	expect(answer).toContain('someone else has changed the same lines since');
	expect(answer).toContain('line 1');
	expect(await textInEditor('shared.txt')).toBe('ONE mine\ntwo\nthree\nfour\n');
	expect(disk('shared.txt')).toBe('ONE\ntwo\nthree\nFOUR\n');
	await open().window.executeCommand('workbench.action.files.revert');
});

test('what another program has written a moment ago does not keep an agent from undoing its own', async () => {
	for (let round = 0; round < 3; round++) {
		const name = `raced-${round}.txt`;
		put(name, 'one\ntwo\nthree\n');
		await edit(one, name, 'one', 'ONE');
		put(name, disk(name).replace('three', 'three and more'));
		expect(await undo(one, { path: name })).toMatch(/^Took back/);
		expect(disk(name)).toBe('one\ntwo\nthree and more\n');
	}
});

test('undoing can be taken back, and the user sees all agents from a shell', async () => {
	put('twice.txt', 'a\n');
	await edit(one, 'twice.txt', 'a', 'b');
	await undo(one, { path: 'twice.txt' });
	expect(disk('twice.txt')).toBe('a\n');
	const [undoing] = (await list(one, { path: 'twice.txt' })).changes;
	await undo(one, { ids: [undoing?.id] });
	expect(disk('twice.txt')).toBe('b\n');
	const { changes } = await callWindowForData<Listed>(open().entry, 'change_list', { path: 'twice.txt' });
	expect(changes.map(({ tool }) => tool).filter(tool => tool !== 'outside')).toEqual([
		'change_undo',
		'change_undo',
		'file_edit',
	]);
	expect(changes[0]?.agent).toContain('test');
});

test('the journal outlives the window', async () => {
	put('kept.txt', 'a\n');
	await edit(one, 'kept.txt', 'a', 'b');
	await open().window.reload();
	await connect(await workbench().entryOf(open().folder));
	const { changes } = await callWindowForData<Listed>(entry, 'change_list', { path: 'kept.txt' });
	const edited = changes.filter(({ tool }) => tool !== 'outside');
	expect(edited).toMatchObject([{ path: 'kept.txt', kind: 'edit', undone: false }]);
	await callWindowForData(entry, 'change_undo', { ids: edited.map(({ id }) => id) });
	expect(disk('kept.txt')).toBe('a\n');
});

interface Step {
	who: 'one' | 'disk' | 'user';
	line: number;
}

/**
 * Types as a user who sees what is on disk, and saves. Where VS Code takes that for a conflict, because it has not heard of the end of
 * another program's write, they take what is on disk and type again.
 */
async function typeAndSave(name: string, line: number, text: string): Promise<void> {
	await eventually(async () => {
		const onDisk = disk(name);
		expect(await textInEditor(name)).toBe(onDisk);
		await type(name, line, text);
		await open().window.executeCommand('workbench.action.files.save');
		if (await isUnsaved(name)) {
			await open().window.executeCommand('workbench.action.files.revert');
			throw new Error(`VS Code did not save ${name}.`);
		}
	});
}

const isUnsaved = (name: string) =>
	open().window.evaluate('return (await vscode.workspace.openTextDocument(args.path)).isDirty;', {
		path: join(open().folder, name),
	});

const journalOfFolder = () => openJournal(journalFolder(workbench().home, open().folder));

/** What another program has written is in the journal, or the user has gone on from it. */
async function untilRecorded(name: string): Promise<void> {
	const text = disk(name);
	await eventually(async () => {
		const journal = journalOfFolder();
		const written = (await journal.list()).filter(({ file }) => file.endsWith(name));
		const after = await Promise.all(written.map(change => journal.text(change.after ?? '')));
		expect(after).toContain(text);
	});
}

test(`${SEQUENCES} random sequences of an agent, another program and a user, then everything of one of them is taken back`, async () => {
	const step: fc.Arbitrary<Step> = fc.record({
		who: fc.constantFrom('one' as const, 'disk' as const, 'user' as const),
		line: fc.nat({ max: 5 }),
	});
	let count = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { minLength: 2, maxLength: 7 }),
			fc.constantFrom('one' as const, 'disk' as const),
			async (steps, whom) => {
				const name = `sequence-${++count}.txt`;
				put(name, Array.from({ length: 6 }, (_, index) => `line ${index}\n`).join(''));
				await untilRecorded(name);
				// Who says nothing for ten minutes counts as gone, and what another program writes as the other agent's.
				await list(other, { path: name });
				const created = await callWindowForData<Listed>(entry, 'change_list', { path: name });
				// What somebody has looked at does not grow: the file itself stays when the rest is taken back.
				await journalOfFolder().markSeen(created.changes.map(({ id }) => id));
				const tokens: { who: string; token: string }[] = [];
				for (const [index, { who, line }] of steps.entries()) {
					const token = `${who}-${index}#`;
					if (who === 'user') {
						await typeAndSave(name, line, ` ${token}`);
						tokens.push({ who, token });
					} else if (who === 'disk') {
						put(name, disk(name).replace(`line ${line}`, `line ${line} ${token}`));
						tokens.push({ who, token });
					} else {
						const answer = await edit(one, name, `line ${line}`, `line ${line} ${token}`);
						if (!answer.isError) {
							tokens.push({ who, token });
						}
					}
				}
				if (steps.at(-1)?.who === 'disk') {
					await untilRecorded(name);
				}
				const answer = whom === 'one' ? await undo(one, { path: name }) : await undoOutside(name, created);
				const text = await textInEditor(name);
				const others = tokens.filter(({ who }) => who !== whom);
				expect(
					others.filter(({ token }) => !text.includes(token)),
					`${text}\n${answer}`,
				).toEqual([]);
				// What was not taken back is said.
				const left = tokens.filter(({ who, token }) => who === whom && text.includes(token));
				expect(left.length === 0 || /since|kept|part/.test(answer), `${text}\n${answer}`).toBe(true);
			},
		),
		{ numRuns: SEQUENCES, seed: 20_261_117, endOnFailure: true },
	);
}, 3_600_000);

/** From a shell, as the user: what nobody knows the writer of, without the file itself. */
async function undoOutside(path: string, created: Listed): Promise<string> {
	const { changes } = await callWindowForData<Listed>(entry, 'change_list', { path });
	const ids = changes
		.filter(({ id, tool }) => tool === 'outside' && !created.changes.some(change => change.id === id))
		.map(({ id }) => id);
	return ids.length === 0 ? '' : JSON.stringify(await callWindowForData(entry, 'change_undo', { ids }));
}

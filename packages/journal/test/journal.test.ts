import { randomBytes } from 'node:crypto';
import {
	appendFileSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { journalFolder, openJournal, type PlannedChange } from '../src/journal.ts';
import { pruneAbandoned } from '../src/prune-abandoned.ts';

const CHANGE: PlannedChange = {
	agent: 'claude-code',
	connection: 'one',
	call: 'r1',
	tool: 'file_edit',
	kind: 'edit',
	file: '/shop/src/cart.ts',
	before: 'old\n',
	after: 'new\n',
	linesAdded: 1,
	linesRemoved: 1,
};

function freshFolder(): string {
	return journalFolder(mkdtempSync(join(tmpdir(), 'hawser-journal-')), '/shop');
}

test('a change is listed with both of its texts, also by another window', async () => {
	const folder = freshFolder();
	const begun = await openJournal(folder).begin([CHANGE]);
	await begun.made();
	const other = openJournal(folder);
	const [change] = await other.list();
	expect(change).toMatchObject({ agent: 'claude-code', kind: 'edit', certain: true, seen: false });
	expect(await other.text(change?.before ?? '')).toBe('old\n');
	expect(await other.text(change?.after ?? '')).toBe('new\n');
});

test('what a formatter made of it counts as its text', async () => {
	const journal = openJournal(freshFolder());
	await (await journal.begin([CHANGE])).made(['new, formatted\n']);
	const [change] = await journal.list();
	expect(await journal.text(change?.after ?? '')).toBe('new, formatted\n');
});

test('a change that was not made is not listed', async () => {
	const journal = openJournal(freshFolder());
	await (await journal.begin([CHANGE, { ...CHANGE, file: '/shop/b.ts' }])).dropped();
	expect(await journal.list()).toEqual([]);
});

test('a process that is killed at any byte of the journal loses no change that it had entered before', async () => {
	const folder = freshFolder();
	const file = join(folder, 'changes.ndjson');
	await (await openJournal(folder).begin([CHANGE])).made();
	const safe = statSync(file).size;
	await openJournal(folder).begin([{ ...CHANGE, file: '/shop/b.ts' }]);
	const whole = readFileSync(file);
	for (let size = safe; size <= whole.length; size++) {
		truncateSync(file, 0);
		appendFileSync(file, whole.subarray(0, size));
		const journal = openJournal(folder);
		expect((await journal.list())[0]).toMatchObject({ file: '/shop/src/cart.ts', certain: true });
		const begun = await journal.begin([{ ...CHANGE, file: '/shop/c.ts' }]);
		expect((await journal.list()).at(-1)).toMatchObject({ id: begun.ids[0], file: '/shop/c.ts', certain: false });
	}
});

test('two windows that write at once lose no line', async () => {
	const folder = freshFolder();
	const windows = [openJournal(folder), openJournal(folder)];
	await Promise.all(
		windows.flatMap((journal, window) =>
			Array.from({ length: 20 }, async (_, index) => {
				await (await journal.begin([{ ...CHANGE, file: `/shop/${window}-${index}.ts` }])).made();
				await journal.prune();
			}),
		),
	);
	const changes = await openJournal(folder).list();
	expect(new Set(changes.map(({ file }) => file)).size).toBe(40);
	expect(changes.every(({ certain }) => certain)).toBe(true);
});

test('a window that stands still while it prunes gives up nothing that another enters meanwhile', async () => {
	const folder = freshFolder();
	const file = join(folder, 'changes.ndjson');
	const elsewhere = freshFolder();
	await (await openJournal(elsewhere).begin([{ ...CHANGE, file: '/shop/theirs.ts' }])).made();
	let now = Date.now() - 60_000;
	let standsStill = false;
	const slow = openJournal(folder, { bytes: 100_000, milliseconds: 30_000, textLength: 1_000_000 }, () => {
		// It has read the list; another takes its lock, adds a change and goes.
		if (standsStill) {
			standsStill = false;
			rmSync(`${file}.lock`);
			appendFileSync(file, readFileSync(join(elsewhere, 'changes.ndjson')));
		}
		return now;
	});
	await (await slow.begin([CHANGE])).made();
	now += 60_000;
	standsStill = true;
	await slow.prune();
	expect((await openJournal(folder).list()).map(change => change.file)).toEqual(['/shop/theirs.ts']);
});

test('what is too old or too much is given up, with its texts', async () => {
	const folder = freshFolder();
	let now = Date.parse('2026-01-01T00:00:00Z');
	const journal = openJournal(folder, { bytes: 100_000, milliseconds: 1000, textLength: 1_000_000 }, () => now);
	await (await journal.begin([CHANGE])).made();
	now += 5000;
	await (await journal.begin([{ ...CHANGE, after: 'newer\n' }])).made();
	for (const text of readdirSync(join(folder, 'texts'))) {
		utimesSync(join(folder, 'texts', text), 0, 0);
	}
	await journal.prune();
	expect((await journal.list()).map(({ time }) => time)).toEqual(['2026-01-01T00:00:05.000Z']);
	expect(readdirSync(join(folder, 'texts'))).toHaveLength(2);
	const small = openJournal(folder, { bytes: 5, milliseconds: 1e9, textLength: 1_000_000 }, () => now);
	await small.prune();
	expect(await small.list()).toEqual([]);
	expect(readdirSync(join(folder, 'texts'))).toEqual([]);
});

test('a text that is too long is not kept, and the change is listed', async () => {
	const journal = openJournal(freshFolder(), { bytes: 1e6, milliseconds: 1e9, textLength: 3 });
	await (await journal.begin([CHANGE])).made();
	const [change] = await journal.list();
	expect(change).not.toHaveProperty('before');
	expect(change).toMatchObject({ file: '/shop/src/cart.ts' });
});

test('a change whose agent is a guess says so until it is known, also after pruning', async () => {
	const folder = freshFolder();
	const journal = openJournal(folder);
	const { ids, made } = await journal.begin([
		{ ...CHANGE, guessed: true },
		{ ...CHANGE, guessed: true },
		{ ...CHANGE, guessed: true },
	]);
	await made();
	const [, told = '', partly = ''] = ids;
	await journal.attribute(told, { agent: 'codex', connection: 'two', call: 'r2' });
	await journal.attribute(partly, { agent: 'codex', connection: 'two', call: 'r2' }, { guessed: true });
	await openJournal(folder, { bytes: 1e6, milliseconds: 1e9, textLength: 1e6 }).prune();
	const changes = await openJournal(folder).list();
	expect(changes.map(({ agent, guessed }) => [agent, guessed])).toEqual([
		['claude-code', true],
		['codex', undefined],
		['codex', true],
	]);
});

test('what the user has looked at stays marked', async () => {
	const folder = freshFolder();
	const journal = openJournal(folder);
	const { ids, made } = await journal.begin([CHANGE]);
	await made();
	await journal.markSeen(ids);
	expect(await openJournal(folder).list()).toMatchObject([{ seen: true }]);
});

test('a change grows while its agent writes on, and is gone when it comes to nothing', async () => {
	const folder = freshFolder();
	const journal = openJournal(folder);
	const { ids, made } = await journal.begin([CHANGE]);
	await made();
	const [id = ''] = ids;
	await journal.grow(id, { after: 'new\nand more\n', linesAdded: 2, linesRemoved: 1 });
	const [grown] = await openJournal(folder).list();
	expect(grown).toMatchObject({ id, linesAdded: 2, linesRemoved: 1, certain: true });
	expect(await journal.text(grown?.after ?? '')).toBe('new\nand more\n');
	await journal.drop(id);
	expect(await journal.list()).toEqual([]);
});

test('a list is right whatever another window has added or given up since the last', async () => {
	const folder = freshFolder();
	const [one, other] = [openJournal(folder), openJournal(folder)];
	const files = async () => (await one.list()).map(({ file }) => file);
	await (await one.begin([CHANGE])).made();
	expect(await files()).toEqual([CHANGE.file]);
	await (await other.begin([{ ...CHANGE, file: '/shop/ü.ts' }])).made();
	expect(await files()).toEqual([CHANGE.file, '/shop/ü.ts']);
	await openJournal(folder, { bytes: 0, milliseconds: 1e9, textLength: 1e6 }).prune();
	await (await other.begin([{ ...CHANGE, file: '/shop/z.ts' }])).made();
	expect(await files()).toEqual(['/shop/z.ts']);
});

test('nobody else can read it', async () => {
	const folder = freshFolder();
	await openJournal(folder).begin([CHANGE]);
	expect(existsSync(folder)).toBe(true);
	expect(statSync(folder).mode & 0o077).toBe(0);
	expect(statSync(join(folder, 'changes.ndjson')).mode & 0o077).toBe(0);
});

test('who made a change may turn out later', async () => {
	const folder = freshFolder();
	const journal = openJournal(folder);
	const begun = await journal.begin([{ ...CHANGE, agent: 'Outside the editor', connection: 'outside' }]);
	await begun.made();
	const by = { agent: 'codex 1.0', connection: 'two', call: 'r2' };
	await journal.attribute(begun.ids[0] ?? '', by);
	expect(await openJournal(folder).list()).toMatchObject([{ ...by, certain: true, tool: 'file_edit' }]);
	appendFileSync(join(folder, 'changes.ndjson'), `${JSON.stringify({ id: begun.ids[0], by: { agent: 7 } })}\n`);
	expect(await journal.list()).toMatchObject([by]);
});

const fileOf = (folder: string) => join(folder, 'changes.ndjson');
const sizeOf = (folder: string) =>
	readdirSync(join(folder, 'texts')).reduce((sum, name) => sum + statSync(join(folder, 'texts', name)).size, 0);

test('an agent that rewrites a file again and again does not fill the disk, however long the window is open', async () => {
	const folder = freshFolder();
	const bytes = 200_000;
	// An hour passes between two changes, so that no text is about to be entered.
	let now = Date.now();
	const journal = openJournal(folder, { bytes, milliseconds: 1e12, textLength: 1e6 }, () => now);
	for (let round = 0; round < 100; round++) {
		now += 3_600_000;
		await (await journal.begin([{ ...CHANGE, after: randomBytes(10_000).toString('hex') }])).made();
	}
	await expect.poll(() => sizeOf(folder)).toBeLessThan(bytes * 1.3);
	const changes = await journal.list();
	expect(changes.length).toBeGreaterThan(10);
	expect(await journal.text(changes.at(-1)?.after ?? '')).toBeDefined();
});

test('the lines of the journal count as well as the texts', async () => {
	const folder = freshFolder();
	const journal = openJournal(folder, { bytes: 50_000, milliseconds: 1e12, textLength: 1e6 });
	for (let round = 0; round < 40; round++) {
		const undoes = Array.from({ length: 100 }, () => 'an id of some length');
		await (await journal.begin([{ ...CHANGE, undoes }])).made();
	}
	await journal.prune();
	expect(statSync(fileOf(folder)).size).toBeLessThan(50_000);
	expect((await journal.list()).length).toBeGreaterThan(10);
});

test('a change that has grown thousands of times takes one line when it is pruned', async () => {
	const folder = freshFolder();
	const journal = openJournal(folder);
	const { ids, made } = await journal.begin([CHANGE]);
	await made();
	const growth = { id: ids[0], ended: 'made', linesAdded: 3 };
	appendFileSync(fileOf(folder), `${JSON.stringify(growth)}\n`.repeat(30_000));
	await journal.prune();
	expect(statSync(fileOf(folder)).size).toBeLessThan(1000);
	expect(await journal.list()).toMatchObject([{ id: ids[0], linesAdded: 3, certain: true }]);
});

test('journals of projects that nobody opens any more are given up', async () => {
	const folder = freshFolder();
	const home = dirname(dirname(folder));
	const fresh = journalFolder(home, '/other');
	const month = 30 * 24 * 3_600_000;
	await (await openJournal(folder, undefined, () => Date.now() - month).begin([CHANGE])).made();
	await (await openJournal(fresh).begin([CHANGE])).made();
	const old = new Date(Date.now() - month);
	for (const file of [fileOf(folder), ...readdirSync(join(folder, 'texts')).map(name => join(folder, 'texts', name))]) {
		utimesSync(file, old, old);
	}
	await pruneAbandoned(home);
	expect(await openJournal(folder).list()).toEqual([]);
	expect(readdirSync(join(folder, 'texts'))).toEqual([]);
	expect(await openJournal(fresh).list()).toHaveLength(1);
});

import type { PlannedChange } from '@hawser/journal/journal.ts';
import { expect, test, vi } from 'vitest';
import type { OutsideWrite } from '../../../src/editor/outside/outside-recorder.ts';

vi.mock('vscode', async original => ({
	...(await original<object>()),
	Uri: { file: (fsPath: string) => ({ fsPath, scheme: 'file' }) },
}));

const { createOutsideRecorder } = await import('../../../src/editor/outside/outside-recorder.ts');

const AGENT = { connection: 'one', name: 'claude-code' };
const FILE = '/shop/a.ts';

/** What a journal would hold, in short. */
function setUp() {
	const entries: { after: string; guessed: boolean }[] = [];
	const entryAt = (id: string) => entries[Number(id)] ?? { after: '', guessed: false };
	const done = () => Promise.resolve();
	const outside = createOutsideRecorder({
		recorder: {
			begin(changes: PlannedChange[]) {
				const ids = changes.map(({ after = '', guessed = false }) => String(entries.push({ after, guessed }) - 1));
				return Promise.resolve({ ids, made: done, dropped: done });
			},
		},
		journals: {
			list: () => Promise.resolve([]),
			of: () => ({
				grow: (id: string, { after }: { after: string }) => Promise.resolve(Object.assign(entryAt(id), { after })),
				attribute: (id: string, _: unknown, { guessed }: { guessed: boolean }) =>
					Promise.resolve(Object.assign(entryAt(id), { guessed })),
			}),
		},
		...{ changed: vi.fn(), shown: vi.fn() },
	} as never);
	const write = (before: string, now: string, claimed = false) =>
		outside.enter([{ file: FILE, kind: 'edit', before, now, by: AGENT, claimed } satisfies OutsideWrite]);
	return { entries, outside, write };
}

test('what an agent has told of does not grow by a write of which nobody tells', async () => {
	const { entries, write } = setUp();
	await write('one\n', 'two\n', true);
	await write('two\n', 'two\nof the user\n');
	expect(entries).toEqual([
		{ after: 'two\n', guessed: false },
		{ after: 'two\nof the user\n', guessed: true },
	]);
});

test('nor when the hook came after the write was entered', async () => {
	const { entries, outside, write } = setUp();
	await write('one\n', 'two\n');
	expect(entries).toEqual([{ after: 'two\n', guessed: true }]);
	await outside.claim(FILE, 'two\n', AGENT);
	expect(entries).toEqual([{ after: 'two\n', guessed: false }]);
	await write('two\n', 'three\n');
	await write('three\n', 'four\n', true);
	expect(entries.map(({ after }) => after)).toEqual(['two\n', 'three\n', 'four\n']);
});

test('a hook that tells of the last of several writes does not make the others sure', async () => {
	const { entries, outside, write } = setUp();
	await write('one\n', 'two\n');
	await write('two\n', 'three\n');
	await outside.claim(FILE, 'three\n', AGENT);
	expect(entries).toEqual([{ after: 'three\n', guessed: true }]);
});

test('what an agent tells of each time is one change', async () => {
	const { entries, write } = setUp();
	await write('one\n', 'two\n', true);
	await write('two\n', 'three\n', true);
	expect(entries).toEqual([{ after: 'three\n', guessed: false }]);
});

import type { ListedChange } from '@hawser/journal/journal-reader.ts';
import { expect, test } from 'vitest';
import { lineCounts, timeOf, toolWords } from '../../src/changes-view/change-words.ts';
import { groupChanges, unseenFiles, wholeChanges } from '../../src/changes-view/group-changes.ts';

function change(id: string, facts: Partial<ListedChange> = {}): ListedChange {
	return {
		...{ id, time: '2026-01-02T10:00:00.000Z', agent: 'claude-code 2', connection: 'c', call: id, tool: 'file_edit' },
		...{ kind: 'edit', file: `/p/${id}`, linesAdded: 1, linesRemoved: 0, certain: true, seen: false },
		...facts,
	};
}

test('agents, calls and files stand with the newest first', () => {
	const tree = groupChanges([
		change('1'),
		change('2', { connection: 'd', agent: 'codex' }),
		change('3', { call: '1' }),
		change('4', { connection: 'cli', agent: 'hawser' }),
	]);
	expect(tree.map(({ name }) => name)).toEqual(['You', 'claude-code 2', 'codex']);
	expect(tree[1]?.calls.map(({ files }) => files.map(({ id }) => id))).toEqual([['3', '1']]);
});

test('a file counts until it is looked at, taken back, or it was the user', () => {
	const changes = [
		change('1'),
		change('2', { seen: true }),
		change('3'),
		change('4', { connection: 'user', undoes: ['3'] }),
		change('5', { undoes: ['1'] }),
		change('6', { kind: 'move', to: '/p/moved' }),
	];
	expect([...unseenFiles(changes, new Set(['3'])).keys()]).toEqual(['/p/1', '/p/moved']);
});

test('all changes of one file are one, also over a move', () => {
	const [first, moved, last] = [
		change('1', { file: '/p/a' }),
		change('2', { file: '/p/a', kind: 'move', to: '/p/b' }),
		change('3', { file: '/p/b' }),
	];
	expect(wholeChanges([first, change('4'), moved, last])).toEqual([
		[expect.objectContaining({ id: '4' }), expect.objectContaining({ id: '4' })],
		[first, last],
	]);
});

test('ten thousand changes are grouped at once', () => {
	const many = Array.from({ length: 10_000 }, (_, index) => change(`${index}`, { connection: `c${index % 7}` }));
	const startedAt = performance.now();
	expect(groupChanges(many)).toHaveLength(7);
	// A second is far beyond what it takes; something quadratic would take longer.
	expect(performance.now() - startedAt).toBeLessThan(1000);
});

test('words for the user', () => {
	const words = toolWords({
		contributes: { languageModelTools: [{ name: 'hawser_file_edit', displayName: 'Edit files', tags: ['edits'] }] },
	});
	expect(['file_edit', 'outside', 'custom_thing', ''].map(words)).toEqual([
		'Edit files',
		'Written on disk',
		'Custom thing',
		'A change',
	]);
	expect(lineCounts([change('1'), change('2', { linesRemoved: 3 })])).toBe('+2 −3');
	expect(timeOf(change('1'), new Date('2026-01-05T10:00:00'))).toContain('2026');
});

import { expect, test } from 'vitest';
import { undoneIds } from '../../../src/editor/changes/undone-ids.ts';

test('what was taken back counts as undone, unless that was taken back in turn', () => {
	const changes = [
		{ id: 'edit', certain: true },
		{ id: 'undo', certain: true, undoes: ['edit'] },
	];
	expect(undoneIds(changes)).toEqual(new Set(['edit']));
	expect(undoneIds([...changes, { id: 'redo', certain: true, undoes: ['undo'] }])).toEqual(new Set(['undo']));
});

test('an undoing of which nobody knows whether it was made does not count', () => {
	const changes = [
		{ id: 'edit', certain: true },
		{ id: 'undo', certain: false, undoes: ['edit'] },
	];
	expect(undoneIds(changes)).toEqual(new Set());
	expect(undoneIds([...changes, { id: 'again', certain: true, undoes: ['edit'] }])).toEqual(new Set(['edit']));
});

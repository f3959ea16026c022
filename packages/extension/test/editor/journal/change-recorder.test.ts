import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import type { PlannedChange } from '@hawser/journal/journal.ts';
import { expect, test, vi } from 'vitest';
import { createChangeRecorder } from '../../../src/editor/journal/change-recorder.ts';

function fakeJournal(name: string, full = false) {
	return {
		begin: (changes: readonly PlannedChange[]) =>
			full
				? Promise.reject(new Error('ENOSPC'))
				: Promise.resolve({
						ids: changes.map(({ file }) => `${name}:${file}`),
						made: () => Promise.resolve(),
						dropped: () => Promise.resolve(),
					}),
	};
}

test('ids stand where their changes stood, also with several folders and one whose journal is full', async () => {
	const journals = new Map([
		['a', fakeJournal('a')],
		['b', fakeJournal('b')],
		['full', fakeJournal('full', true)],
	]);
	const recorder = createChangeRecorder({
		journals: { of: ({ fsPath }: { fsPath: string }) => journals.get(fsPath.split('/')[0] ?? '') },
		...{ warn: vi.fn(), changed: vi.fn(), shown: vi.fn() },
	} as never);
	const files = ['a/1', 'b/1', 'full/1', 'a/2'];
	const changes = files.map(fsPath => ({ uri: { fsPath }, kind: 'edit', before: '', after: 'x' }));
	const { ids } = await recorder.begin(changes as never, { agent: 'test', signal: NEVER_CANCELLED });
	expect(ids).toEqual(['a:a/1', 'b:b/1', undefined, 'a:a/2']);
});

import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { describe, expect, test } from 'vitest';
import {
	createKnownVersions,
	type KnownVersions,
	type PresentText,
} from '../../../src/editor/documents/known-versions.ts';

const SAVED = 'one\ntwo\nthree\nfour\n';
const TYPED = 'one\ntwo!\nthree\nfour\n';
const dirty: PresentText = { path: 'a.txt', text: TYPED, version: 'typed', saved: SAVED };
const clean: PresentText = { path: 'a.txt', text: SAVED, version: 'saved' };

function outcome(
	seen: KnownVersions,
	present: PresentText,
	basis: { replaces: 'whole' | 'parts'; version?: string },
	agent = 'me',
) {
	try {
		seen.requireSeen(agent, 'file', basis, present);
		return 'allowed';
	} catch (error) {
		return isToolError(error) ? error.code : error;
	}
}

describe('unsaved edits', () => {
	test.each(['whole', 'parts'] as const)('unsaved edits must have been seen before %s is changed', replaces => {
		const seen = createKnownVersions();
		expect(outcome(seen, dirty, { replaces })).toBe('E_FILE_DIRTY');
		seen.saw('me', 'file', 'typed', { from: 3, to: 5 });
		expect(outcome(seen, dirty, { replaces })).toBe('E_FILE_DIRTY');
		seen.saw('me', 'file', 'typed', { from: 1, to: 2 });
		expect(outcome(seen, dirty, { replaces })).toBe('allowed');
	});

	test('unsaved edits that another agent has seen do not count', () => {
		const seen = createKnownVersions();
		seen.saw('other', 'file', 'typed', { from: 1, to: 9 });
		expect(outcome(seen, dirty, { replaces: 'parts' })).toBe('E_FILE_DIRTY');
	});

	test('unsaved edits that were seen in another version do not count', () => {
		const seen = createKnownVersions();
		seen.saw('me', 'file', 'typed before', { from: 1, to: 9 });
		expect(outcome(seen, dirty, { replaces: 'parts' })).toBe('E_FILE_DIRTY');
	});

	test('unsaved edits count as seen when the agent names their version', () => {
		expect(outcome(createKnownVersions(), dirty, { replaces: 'whole', version: 'typed' })).toBe('allowed');
	});

	test('a deleted line counts as seen with a line beside it', () => {
		const seen = createKnownVersions();
		const gone = { path: 'a.txt', text: 'one\nthree\nfour\n', version: 'gone', saved: SAVED };
		seen.saw('me', 'file', 'gone', { from: 3, to: 4 });
		expect(outcome(seen, gone, { replaces: 'parts' })).toBe('E_FILE_DIRTY');
		seen.saw('me', 'file', 'gone', { from: 1, to: 2 });
		expect(outcome(seen, gone, { replaces: 'parts' })).toBe('allowed');
	});
});

describe('replacing a whole file', () => {
	test('the write is refused when the file changed since the agent saw it', () => {
		const seen = createKnownVersions();
		seen.saw('me', 'file', 'older', { from: 1, to: 9 });
		expect(outcome(seen, clean, { replaces: 'whole' })).toBe('E_FILE_CHANGED');
		expect(outcome(seen, clean, { replaces: 'parts' })).toBe('allowed');
	});

	test('the write is refused when another agent wrote it and this one has not read it', () => {
		const seen = createKnownVersions();
		seen.wrote('other', 'file', 'saved');
		expect(outcome(seen, clean, { replaces: 'whole' })).toBe('E_FILE_CHANGED');
		expect(outcome(seen, clean, { replaces: 'whole' }, 'other')).toBe('allowed');
		seen.saw('me', 'file', 'saved', { from: 1, to: 9 });
		expect(outcome(seen, clean, { replaces: 'whole' })).toBe('allowed');
	});

	test('the write is refused after an edit of a part of a text that the agent had not seen', () => {
		const seen = createKnownVersions();
		seen.saw('me', 'file', 'before', { from: 1, to: 9 });
		seen.wrote('other', 'file', 'by the other');
		seen.wrote('me', 'file', 'saved', 'by the other');
		expect(outcome(seen, clean, { replaces: 'whole' })).toBe('E_FILE_CHANGED');
	});

	test('the write is allowed after an edit of a part of a text that the agent knew', () => {
		const seen = createKnownVersions();
		seen.saw('me', 'file', 'before', { from: 1, to: 9 });
		seen.wrote('me', 'file', 'saved', 'before');
		expect(outcome(seen, clean, { replaces: 'whole' })).toBe('allowed');
	});

	test('the write is refused when the version that the agent names is not the present one', () => {
		expect(outcome(createKnownVersions(), clean, { replaces: 'parts', version: 'older' })).toBe('E_FILE_CHANGED');
	});
});

test('a file that was changed while it was saved has to be read before all of it is replaced', () => {
	const seen = createKnownVersions();
	seen.wrote('me', 'file', 'mine');
	seen.wroteOver('me', 'file', 'saved');
	expect(outcome(seen, clean, { replaces: 'whole' })).toBe('E_FILE_CHANGED');
	expect(outcome(seen, clean, { replaces: 'parts' })).toBe('allowed');
	expect(outcome(seen, clean, { replaces: 'whole', version: 'saved' })).toBe('allowed');
	expect(outcome(seen, clean, { replaces: 'whole' }, 'other')).toBe('E_FILE_CHANGED');
	seen.saw('me', 'file', 'saved', { from: 1, to: 5 });
	expect(outcome(seen, clean, { replaces: 'whole' })).toBe('allowed');
});

import type { DocumentText } from '@hawser/core/ports/documents.ts';
import type { ShownAndAgreed } from '@hawser/core/ports/values/review.ts';
import { expect, test } from 'vitest';
import { asAgreed } from '../../../src/editor/documents/agreed-text.ts';

const present = (text: string): DocumentText => ({
	...{ path: 'a.ts', text, version: text, language: 'typescript', dirty: false, encoding: 'utf8', lineEnding: 'lf' },
});

/** What `compute` may write when the user was shown "one" becoming "two", and made this of it. */
function write(from: string, wanted: string, agreed?: Partial<ShownAndAgreed>): string {
	const shown = { uri: 'a', path: 'a.ts', kind: 'edit', before: 'one', after: 'two', editable: true } as const;
	const entry = agreed && { ...shown, ...agreed };
	return asAgreed(() => wanted, { agreed: () => entry }, 'a')(present(from));
}

test('the text of the user is written, and a file that they left out stays', () => {
	expect(write('one', 'two', { text: 'two' })).toBe('two');
	expect(write('one', 'two', { text: 'three' })).toBe('three');
	expect(write('one', 'two', {})).toBe('one');
});

test('what was not shown is never written, and what changed meanwhile is not overwritten', () => {
	expect(() => write('one', 'two')).toThrow(/nothing was written/);
	expect(() => write('typed', 'two', { text: 'three' })).toThrow(
		expect.objectContaining({ code: 'E_FILE_CHANGED', details: { userEdits: '@@ -1,1 +1,1 @@\n-two\n+three' } }),
	);
});

test('to leave a file as it is, or to put back what it was, needs no agreement', () => {
	expect(write('one', 'one')).toBe('one');
	expect(write('three', 'one', { text: 'three' })).toBe('one');
});

import { describe, expect, test } from 'vitest';
import { createReferences } from '../../../../src/editor/debug/control/references.ts';

describe('references', () => {
	const start = () => {
		const generations = new Map([['a', 1]]);
		return { generations, references: createReferences(id => generations.get(id)) };
	};

	test('the same thing has the same number, at one stop', () => {
		const { references } = start();
		const first = references.give('variable', { sessionId: 'a', adapterId: 7 }, 1);
		expect(references.give('variable', { sessionId: 'a', adapterId: 7 }, 1)).toBe(first);
		expect(references.resolve('variable', first)).toMatchObject({ sessionId: 'a', adapterId: 7 });
	});

	test('an old number is stale, also when the adapter uses its own number again', () => {
		const { references, generations } = start();
		const old = references.give('variable', { sessionId: 'a', adapterId: 7 }, 1);
		generations.set('a', 2);
		expect(() => references.resolve('variable', old)).toThrow(expect.objectContaining({ code: 'E_STALE_REFERENCE' }));
		expect(references.give('variable', { sessionId: 'a', adapterId: 7 }, 2)).not.toBe(old);
		expect(() => references.resolve('variable', old)).toThrow(expect.objectContaining({ code: 'E_STALE_REFERENCE' }));
	});

	test('numbers of the other kind or never given out are invalid', () => {
		const { references } = start();
		const frame = references.give('frame', { sessionId: 'a', adapterId: 7 }, 1);
		for (const wrong of [frame, 0, -1, 99]) {
			expect(() => references.resolve('variable', wrong)).toThrow(
				expect.objectContaining({ code: 'E_INVALID_REFERENCE' }),
			);
		}
	});
});

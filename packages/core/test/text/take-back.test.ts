import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeBack } from '../../src/text/take-back.ts';

const BEFORE = 'one\ntwo\nthree\nfour\nfive\n';

test('a change that nobody has touched since goes whole', () => {
	const after = BEFORE.replace('two', 'TWO').replace('five\n', 'five\nsix\n');
	expect(takeBack(BEFORE, after, after)).toEqual({ text: BEFORE, undone: 2, kept: [] });
});

test('what others wrote beside it stays', () => {
	const after = BEFORE.replace('two', 'TWO');
	const now = `zero\n${after.replace('three', 'three, mine')}`;
	expect(takeBack(BEFORE, after, now)).toEqual({
		text: 'zero\none\ntwo\nthree, mine\nfour\nfive\n',
		undone: 1,
		kept: [],
	});
});

test('a piece that somebody has worked on stays and is named, the others go', () => {
	const after = BEFORE.replace('two', 'TWO').replace('four', 'FOUR');
	const now = after.replace('TWO', 'TWO, and mine');
	expect(takeBack(BEFORE, after, now)).toEqual({
		text: 'one\nTWO, and mine\nthree\nfour\nfive\n',
		undone: 1,
		kept: [{ line: 2, lines: 1 }],
	});
});

test('what somebody has taken back already is done', () => {
	const after = BEFORE.replace('two', 'TWO');
	expect(takeBack(BEFORE, after, BEFORE)).toEqual({ text: BEFORE, undone: 1, kept: [] });
});

test('a deleted line comes back beside lines that are new', () => {
	const after = BEFORE.replace('three\n', '');
	const now = after.replace('four', 'four, mine');
	expect(takeBack(BEFORE, after, now).text).toBe('one\ntwo\nthree\nfour, mine\nfive\n');
});

/** Each change replaces some lines by lines that occur nowhere else. */
interface Change {
	at: number;
	removes: number;
	adds: number;
}
const change = fc.record({ at: fc.nat({ max: 12 }), removes: fc.nat({ max: 3 }), adds: fc.nat({ max: 3 }) });

function make(lines: readonly string[], changes: readonly Change[], who: string): string[] {
	const result = [...lines];
	for (const [index, { at, removes, adds }] of changes.entries()) {
		const fresh = Array.from({ length: adds }, (_, line) => `${who} ${index}.${line}`);
		result.splice(Math.min(at, result.length), removes, ...fresh);
	}
	return result;
}

test('no line of the user is lost, whatever an agent and the user do', () => {
	fc.assert(
		fc.property(
			fc.nat({ max: 12 }),
			fc.array(change, { maxLength: 4 }),
			fc.array(change, { maxLength: 4 }),
			(length, agent, user) => {
				const before = Array.from({ length }, (_, index) => `line ${index}`);
				const after = make(before, agent, 'agent');
				const now = make(after, user, 'user');
				const { text, kept } = takeBack(before.join('\n'), after.join('\n'), now.join('\n'));
				const left = text.split('\n');
				const own = now.filter(line => line.startsWith('user'));
				expect(left.filter(line => line.startsWith('user'))).toEqual(own);
				if (kept.length === 0) {
					expect(left.filter(line => line.startsWith('agent'))).toEqual([]);
				}
				// Lines of before are there again unless the user has deleted them, or a piece was left.
				if (user.length === 0) {
					expect(text).toBe(before.join('\n'));
				}
			},
		),
		{ numRuns: 3000 },
	);
});

test('changes one upon another are taken back from the newest to the oldest', () => {
	fc.assert(
		fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { maxLength: 5 }), rounds => {
			const versions = [Array.from({ length: 10 }, (_, index) => `line ${index}`)];
			for (const [round, changes] of rounds.entries()) {
				versions.push(make(versions.at(-1) ?? [], changes, `agent ${round}`));
			}
			const texts = versions.map(lines => lines.join('\n'));
			let now = texts.at(-1) ?? '';
			for (let index = texts.length - 1; index > 0; index--) {
				now = takeBack(texts[index - 1] ?? '', texts[index] ?? '', now).text;
			}
			expect(now).toBe(texts[0]);
		}),
	);
});

test('a change of half a million lines is taken back', () => {
	const before = Array.from({ length: 500_000 }, (_, line) => `line ${line}\n`).join('');
	expect(takeBack(before, 'short\n', 'short\n')).toEqual({ text: before, undone: 1, kept: [] });
});

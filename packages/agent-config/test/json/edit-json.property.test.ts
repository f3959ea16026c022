import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withEntry, withoutEntry } from '../../src/entry-text.ts';
import { readProperty, removeProperty, setProperty } from '../../src/json/edit-json.ts';
import { applyEdits, invertEdits } from '../../src/json/text-edit.ts';
import { brokenFile, configurationFile } from '../arbitrary-files.ts';

const PATH = ['mcpServers', 'hawser'];
const VALUE = { command: '/home/a "b"/.hawser/bin/hawser', args: ['mcp'] };
const RUNS = { numRuns: 3000 };
const UNKNOWN = { path: PATH, writes: [], created: false, present: PATH.length };

const anyFile = fc.oneof(
	{ weight: 3, arbitrary: configurationFile },
	{ weight: 2, arbitrary: brokenFile },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
	{ weight: 1, arbitrary: fc.json() },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			'',
			'\uFEFF',
			'\r\n',
			'{}',
			'[]',
			'\v',
			'\u00A0{}',
			'{\u2028}',
			'{"mcpServers": []}',
			'{"a":1,"a":2}',
		),
	},
);

test('most of the made-up files are valid: the properties below are not about nothing', () => {
	const valid = fc.sample(configurationFile, 500).filter(text => setProperty(text, PATH, VALUE).kind === 'changed');
	expect(valid.length).toBeGreaterThan(400);
});

describe('for any file', () => {
	test('write, then clean-up gives back the original, or refuses and leaves it alone', () => {
		fc.assert(
			fc.property(anyFile, original => {
				const put = withEntry(original, UNKNOWN, VALUE);
				if (put.kind !== 'ours') {
					return;
				}
				const memory = { ...UNKNOWN, ...put, writes: [put.written] };
				expect(readProperty(put.text, PATH)).toEqual({ kind: 'found', value: VALUE });
				expect(withoutEntry(put.text, memory)).toEqual({ kind: 'taken', text: original });
			}),
			RUNS,
		);
	});

	test('written twice with different values, clean-up still gives back the original', () => {
		fc.assert(
			fc.property(configurationFile, fc.jsonValue(), (original, value) => {
				const first = withEntry(original, UNKNOWN, VALUE);
				const second =
					first.kind === 'ours'
						? withEntry(first.text, { ...UNKNOWN, ...first, writes: [first.written] }, value)
						: undefined;
				if (second?.kind !== 'ours') {
					return;
				}
				expect(withoutEntry(second.text, { ...UNKNOWN, ...second, writes: [second.written] })).toEqual({
					kind: 'taken',
					text: original,
				});
			}),
			{ numRuns: 1000 },
		);
	});

	test('without memory, clean-up loses nothing but our entry: every comment and every other value stays', () => {
		fc.assert(
			fc.property(configurationFile, original => {
				const put = setProperty(original, PATH, VALUE);
				if (put.kind !== 'changed') {
					return;
				}
				const removed = removeProperty(put.text, PATH, { keep: put.present });
				expect(removed.kind).toBe('changed');
				const text = removed.kind === 'changed' ? removed.text : '';
				expect(text.replaceAll(/\s/g, '')).toBe(original.replaceAll(/\s/g, ''));
				expect(setProperty(text, PATH, VALUE).kind).toBe('changed');
			}),
			RUNS,
		);
	});

	test('what a user changes in between survives', () => {
		const theirs = { kept: [1, 2] };
		fc.assert(
			fc.property(configurationFile, fc.constantFrom('mcpServers', 'elsewhere'), (original, where) => {
				const put = withEntry(original, UNKNOWN, VALUE);
				const edited = put.kind === 'ours' ? setProperty(put.text, [where, 'theirs'], theirs) : undefined;
				if (put.kind !== 'ours' || edited?.kind !== 'changed') {
					return;
				}
				const taken = withoutEntry(edited.text, { ...UNKNOWN, ...put, writes: [put.written] });
				expect(taken.kind).toBe('taken');
				const text = taken.kind === 'taken' ? (taken.text ?? '') : '';
				expect(readProperty(text, [where, 'theirs'])).toEqual({ kind: 'found', value: theirs });
				expect(readProperty(text, PATH).kind).toBe('absent');
				const back = removeProperty(text, [where, 'theirs'], { keep: where === 'elsewhere' ? 0 : put.present });
				const end = back.kind === 'changed' ? back.text : '';
				expect(end.replaceAll(/\s/g, '')).toBe(original.replaceAll(/\s/g, ''));
			}),
			RUNS,
		);
	});
});

test('edits and their inverse cancel out', () => {
	const edits = fc
		.array(fc.record({ skip: fc.nat({ max: 4 }), length: fc.nat({ max: 4 }), text: fc.string({ maxLength: 5 }) }))
		.map(steps => {
			let offset = 0;
			return steps.map(({ skip, length, text }) => {
				const edit = { offset: offset + skip, length, text };
				offset = edit.offset + length;
				return edit;
			});
		});
	fc.assert(
		fc.property(edits, fc.string({ minLength: 60, maxLength: 90 }), (made, text) => {
			const fitting = made.filter(({ offset, length }) => offset + length <= text.length);
			expect(applyEdits(applyEdits(text, fitting), invertEdits(text, fitting))).toBe(text);
		}),
	);
});

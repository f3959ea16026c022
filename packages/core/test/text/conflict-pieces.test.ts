import { describe, expect, test } from 'vitest';
import { baseOfPiece, findConflicts, resolvePieces } from '../../src/text/conflict-pieces.ts';

const conflict = (ours: string, theirs: string, base?: string) =>
	[
		'<<<<<<< HEAD',
		...lines(ours),
		...(base === undefined ? [] : ['||||||| 1234', ...lines(base)]),
		'=======',
		...lines(theirs),
		'>>>>>>> side',
	].join('\n');
const lines = (text: string) => (text === '' ? [] : text.split('\n'));

describe('pieces in conflict', () => {
	test('are found with their lines, sides, names and base', () => {
		const text = ['a', conflict('x\ny', ''), 'b', conflict('1', '2', '0'), ''].join('\n');
		expect(findConflicts(text)).toEqual([
			{ startLine: 2, endLine: 6, ours: ['x', 'y'], theirs: [], oursName: 'HEAD', theirsName: 'side' },
			{ startLine: 8, endLine: 14, ours: ['1'], theirs: ['2'], base: ['0'], oursName: 'HEAD', theirsName: 'side' },
		]);
	});

	test.each([
		['a heading', 'Title\n=======\ntext'],
		['a marker without its end', '<<<<<<< HEAD\na\n=======\nb'],
		['a marker without its middle', '<<<<<<< HEAD\na\n>>>>>>> side'],
		['an arrow', '<<<<<<<--\n=======\n>>>>>>>--'],
		['a long line of signs', `${'<'.repeat(500)}\n${'='.repeat(500)}\n${'>'.repeat(500)}`],
	])('%s is no piece', (_what, text) => {
		expect(findConflicts(text)).toEqual([]);
	});

	test('with a heading in them are split where the sides say', () => {
		const text = conflict('Ours\n=======\nx', 'Theirs\n=======\ny');
		expect(findConflicts(text)).toMatchObject([{ unclear: true }]);
		const known = { ours: 'Ours\r\n=======\r\nx\r\n', theirs: 'Theirs\n=======\ny\n' };
		expect(findConflicts(text, known)).toEqual([
			expect.objectContaining({ ours: ['Ours', '=======', 'x'], theirs: ['Theirs', '=======', 'y'] }),
		]);
		expect(findConflicts(text, known)[0]).not.toHaveProperty('unclear');
	});

	test('are replaced one by one, and the rest of the text stays', () => {
		const text = ['a', conflict('x', 'y'), 'b', conflict('1', '2'), 'c', ''].join('\n');
		const pieces = findConflicts(text);
		expect(resolvePieces(text, pieces, new Map([[1, ['1', '2']]]))).toBe(
			['a', conflict('x', 'y'), 'b', '1', '2', 'c', ''].join('\n'),
		);
		expect(
			resolvePieces(
				text,
				pieces,
				new Map([
					[0, []],
					[1, ['2']],
				]),
			),
		).toBe('a\nb\n2\nc\n');
	});

	test('get their base from the same merge made again, unless two could be meant', () => {
		const [piece] = findConflicts(conflict('x', 'y'));
		const [other] = findConflicts(conflict('x', 'y', 'z'));
		expect(piece && other && baseOfPiece(piece, [other])).toEqual(['z']);
		expect(piece && other && baseOfPiece(piece, [other, other])).toBeUndefined();
	});
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChangeTexts, planUndo, type UndoableChange, type UndoStep } from '../../src/text/plan-undo.ts';

interface Entry extends UndoableChange, ChangeTexts {}

const SEQUENCES = Number(process.env['HAWSER_PURE_SEQUENCES'] ?? 3000);

const present = (files: ReadonlyMap<string, string>) => ({
	text: (file: string) => Promise.resolve(files.get(file)),
	exists: (path: string) => Promise.resolve([...files.keys()].some(file => isWithin(path, file))),
});

const isWithin = (folder: string, file: string) => file === folder || file.startsWith(`${folder}/`);

const plan = (changes: readonly Entry[], files: ReadonlyMap<string, string>) =>
	planUndo(changes, change => Promise.resolve(change), present(files));

/** Makes the steps, as an editor would. */
function make(steps: readonly UndoStep[], files: ReadonlyMap<string, string>): Map<string, string> {
	const result = new Map(files);
	for (const step of steps) {
		switch (step.kind) {
			case 'texts':
				for (const { file, before, after } of step.files) {
					expect(result.get(file)).toBe(before);
					result.set(file, after);
				}
				break;
			case 'create':
				expect(result.has(step.file)).toBe(false);
				result.set(step.file, step.text);
				break;
			case 'delete':
				expect(result.get(step.file)).toBe(step.text);
				result.delete(step.file);
				break;
			case 'move':
				expect([...result.keys()].filter(file => isWithin(step.to, file))).toEqual([]);
				expect([...result.keys()].some(file => isWithin(step.file, file))).toBe(true);
				for (const [file, text] of [...result].filter(([each]) => isWithin(step.file, each))) {
					result.delete(file);
					result.set(step.to + file.slice(step.file.length), text);
				}
				break;
		}
	}
	return result;
}

describe('files that came, went and moved', () => {
	const created: Entry = { id: 'c', kind: 'create', file: 'a', after: 'one\n' };
	const edited: Entry = { id: 'e', kind: 'edit', file: 'a', before: 'one\n', after: 'one\ntwo\n' };
	const moved: Entry = { id: 'm', kind: 'move', file: 'a', to: 'b' };
	const deleted: Entry = { id: 'd', kind: 'delete', file: 'b', before: 'one\ntwo\n' };

	test('all of it is taken back, from the newest to the oldest', async () => {
		const { steps, outcomes } = await plan([created, edited, moved, deleted], new Map());
		expect(steps.map(({ kind }) => kind)).toEqual(['create', 'move', 'texts', 'delete']);
		expect(outcomes.map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'undone', 'undone']);
		expect(make(steps, new Map())).toEqual(new Map());
	});

	test('a created file in which somebody has worked stays, with their work', async () => {
		const files = new Map([['a', 'one\ntwo\nmine\n']]);
		const { steps, outcomes } = await plan([created, edited], files);
		expect(make(steps, files)).toEqual(new Map([['a', 'one\nmine\n']]));
		expect(outcomes).toMatchObject([
			{ outcome: 'undone' },
			{ outcome: 'kept', why: 'someone else has changed the file since' },
		]);
	});

	test('neither a deleted nor a moved file goes where there is another', async () => {
		const files = new Map([['b', 'other\n']]);
		expect((await plan([deleted], files)).outcomes).toMatchObject([{ outcome: 'kept' }]);
		const both = new Map([...files, ['a', 'new\n']]);
		expect((await plan([moved], both)).outcomes).toMatchObject([{ outcome: 'kept' }]);
		expect((await plan([moved], new Map())).outcomes).toMatchObject([{ outcome: 'kept' }]);
	});

	test('what was not kept is said', async () => {
		const files = new Map([['a', 'now\n']]);
		const lost: Entry[] = [
			{ id: '1', kind: 'edit', file: 'a' },
			{ id: '2', kind: 'delete', file: 'z' },
			{ id: '3', kind: 'create', file: 'a' },
		];
		const { steps, outcomes } = await plan(lost, files);
		expect(steps).toEqual([]);
		expect(outcomes.every(({ outcome, why }) => outcome === 'kept' && why?.includes('was not kept'))).toBe(true);
	});
});

describe('folders that moved', () => {
	const created: Entry = { id: 'c', kind: 'create', file: '/dir/a', after: 'one\n' };
	const edited: Entry = { id: 'e', kind: 'edit', file: '/dir/b', before: 'old\n', after: 'new\n' };
	const move = (file: string, to: string): Entry => ({ id: `${file} ${to}`, kind: 'move', file, to });
	const before = new Map([['/dir/b', 'old\n']]);

	/** Everything is said to be taken back, and is. */
	async function expectBack(changes: readonly Entry[], now: Readonly<Record<string, string>>) {
		const files = new Map(Object.entries(now));
		const { steps, outcomes } = await plan(changes, files);
		expect(outcomes.map(({ outcome }) => outcome)).toEqual(changes.map(() => 'undone'));
		expect(make(steps, files)).toEqual(before);
	}

	test('what was done in a folder before it moved is taken back too', () =>
		expectBack([created, edited, move('/dir', '/dir2')], { '/dir2/a': 'one\n', '/dir2/b': 'new\n' }));

	test('also when it moved on, back and forth, or with the folder around it', async () => {
		await expectBack([created, edited, move('/dir', '/x'), move('/x', '/y')], { '/y/a': 'one\n', '/y/b': 'new\n' });
		const backAndForth = [created, move('/dir', '/x'), { ...edited, file: '/x/b' }, move('/x', '/dir')];
		await expectBack(backAndForth, { '/dir/a': 'one\n', '/dir/b': 'new\n' });
		const nested = [created, move('/dir', '/out/dir'), { ...edited, file: '/out/dir/b' }, move('/out', '/far')];
		await expectBack(nested, { '/far/dir/a': 'one\n', '/far/dir/b': 'new\n' });
	});

	test('also a file that left the folder afterwards, or went in its new place', async () => {
		const left = [created, edited, move('/dir', '/dir2'), move('/dir2/a', '/a')];
		await expectBack(left, { '/a': 'one\n', '/dir2/b': 'new\n' });
		const gone: Entry = { id: 'd', kind: 'delete', file: '/dir2/a', before: 'one\n' };
		await expectBack([created, edited, move('/dir', '/dir2'), gone], { '/dir2/b': 'new\n' });
	});

	test('also when two folders have changed places', async () => {
		const files = new Map([
			['/e/a', 'one\n'],
			['/e/b', 'new\n'],
			['/dir/z', 'z\n'],
		]);
		const swapped = [created, edited, move('/dir', '/t'), move('/e', '/dir'), move('/t', '/e')];
		const { steps, outcomes } = await plan(swapped, files);
		expect(outcomes.every(({ outcome }) => outcome === 'undone')).toBe(true);
		expect(make(steps, files)).toEqual(new Map([...before, ['/e/z', 'z\n']]));
	});

	test('a folder that only begins with the same letters is another one', async () => {
		const files = new Map([
			['/new/b', 'new\n'],
			['/dirs/b', 'theirs\n'],
		]);
		const other: Entry = { id: 'o', kind: 'edit', file: '/dirs/b', before: 'theirs\n', after: 'x\n' };
		const { steps } = await plan([other, edited, move('/dir', '/new')], files);
		expect(make(steps, files)).toEqual(new Map([...before, ['/dirs/b', 'theirs\n']]));
	});

	test('with the separators of Windows', async () => {
		const inDir: Entry = { ...edited, file: 'c:\\dir\\b' };
		const { steps } = await planUndo([inDir, move('c:\\dir', 'c:\\dir2')], change => Promise.resolve(change), {
			text: file => Promise.resolve(file === 'c:\\dir2\\b' ? 'new\n' : undefined),
			exists: file => Promise.resolve(file.startsWith('c:\\dir2')),
		});
		expect(steps.at(-1)).toMatchObject({ kind: 'texts', files: [{ file: 'c:\\dir\\b', after: 'old\n' }] });
	});

	test('what stays in the moved folder is not said to be taken back', async () => {
		const files = new Map([
			['/dir2/a', 'one\n'],
			['/dir/mine', ''],
		]);
		const { steps, outcomes } = await plan([created, move('/dir', '/dir2')], files);
		expect(steps).toEqual([]);
		expect(outcomes).toMatchObject([
			{ outcome: 'kept', why: 'there is a file of the old name again' },
			{ outcome: 'kept', why: 'it was moved, and that stays' },
		]);
	});

	test('a folder does not move to where a file was just put back', async () => {
		const gone: Entry = { id: 'd', kind: 'delete', file: '/dir/c', before: 'c\n' };
		const files = new Map([['/dir2/b', 'old\n']]);
		const { steps, outcomes } = await plan([move('/dir', '/dir2'), gone], files);
		expect(steps.map(({ kind }) => kind)).toEqual(['create']);
		expect(outcomes).toMatchObject([{ outcome: 'undone' }, { outcome: 'kept' }]);
	});
});

type Who = 'A' | 'B' | 'user';

/** Every character that ever was, with who wrote it and who took it away: what a text would be without somebody is read off it. */
interface Character {
	text: string;
	by: Who | undefined;
	gone?: Who;
}

interface Step {
	who: Who;
	line: number;
	/** How many lines are replaced; 0 inserts lines, and `within` writes into one. */
	removes: number;
	adds: number;
	within: boolean;
}

class Model {
	readonly characters: Character[];
	constructor(text: string) {
		this.characters = Array.from(text, character => ({ text: character, by: undefined }));
	}
	get text(): string {
		return this.characters.flatMap(({ text, gone }) => (gone ? [] : [text])).join('');
	}
	/** What is there now of everybody else. */
	without(who: Who): string {
		return this.characters.flatMap(({ text, by, gone }) => (gone || by === who ? [] : [text])).join('');
	}
	/** What would be there now had they never come. */
	never(who: Who): string {
		const isThere = ({ by, gone }: Character) => by !== who && (gone === undefined || gone === who);
		return this.characters.flatMap(character => (isThere(character) ? [character.text] : [])).join('');
	}
	replace(from: number, to: number, text: string, by: Who): void {
		const places = this.characters.flatMap(({ gone }, index) => (gone ? [] : [index]));
		for (const index of places.slice(from, to)) {
			const character = this.characters[index];
			if (character) {
				character.gone = by;
			}
		}
		const at = places[to] ?? this.characters.length;
		this.characters.splice(at, 0, ...Array.from(text, character => ({ text: character, by })));
	}
}

function isSubsequence(part: string, whole: string): boolean {
	let at = 0;
	for (const character of whole) {
		at += character === part[at] ? 1 : 0;
	}
	return at === part.length;
}

test(`${SEQUENCES} random sequences of two agents and a user, then everything of agent A is taken back`, async () => {
	const step: fc.Arbitrary<Step> = fc.record({
		who: fc.constantFrom('A' as const, 'B' as const, 'user' as const),
		line: fc.nat({ max: 8 }),
		removes: fc.nat({ max: 2 }),
		adds: fc.nat({ max: 2 }),
		within: fc.boolean(),
	});
	let clean = 0;
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async steps => {
			// Each line is another one, so that it is plain which is which.
			const model = new Model(Array.from({ length: 8 }, (_, index) => `line ${index}\n`).join(''));
			const entries: Entry[] = [];
			for (const [index, { who, line, removes, adds, within }] of steps.entries()) {
				const before = model.text;
				const lines = before.split('\n').slice(0, -1);
				const first = Math.min(line, lines.length);
				const start = lines.slice(0, first).join('\n').length + (first > 0 ? 1 : 0);
				if (within && first < lines.length) {
					model.replace(start + 2, start + 2, `<${who}${index}>`, who);
				} else {
					const length = lines.slice(first, first + removes).reduce((sum, text) => sum + text.length + 1, 0);
					const fresh = Array.from({ length: adds }, (_, add) => `${who} wrote ${index}.${add}\n`).join('');
					model.replace(start, start + length, fresh, who);
				}
				if (who === 'A' && model.text !== before) {
					entries.push({ id: `${index}`, kind: 'edit', file: 'f', before, after: model.text });
				}
			}
			const files = new Map([['f', model.text]]);
			const { steps: made, outcomes } = await plan(entries, files);
			const text = make(made, files).get('f') ?? '';
			// Not one character of anybody else is lost.
			expect(isSubsequence(model.without('A'), text), `${model.text}\n---\n${text}`).toBe(true);
			if (outcomes.every(({ outcome }) => outcome === 'undone')) {
				clean++;
				// What somebody wrote in place of lines that were gone already may stand before or after them.
				expect(text.split('\n').sort()).toEqual(model.never('A').split('\n').sort());
			}
		}),
		{ numRuns: SEQUENCES, seed: 20_261_117 },
	);
	// Otherwise nothing would be proven of what is taken back whole.
	expect(clean).toBeGreaterThan(SEQUENCES / 4);
}, 120_000);

test('a file that fails stays, and the others are taken back', async () => {
	const changes = ['a', 'b'].map(file => ({ id: file, kind: 'edit' as const, file, before: 'old\n', after: 'new\n' }));
	const files = new Map(changes.map(({ file }) => [file, 'new\n']));
	const { steps, outcomes } = await planUndo(
		changes,
		change => (change.file === 'b' ? Promise.reject(new Error('disk')) : Promise.resolve(change)),
		present(files),
	);
	expect(outcomes.map(({ id, outcome, why }) => [id, outcome, why])).toEqual([
		['b', 'kept', 'it cannot be worked out: disk'],
		['a', 'undone', undefined],
	]);
	expect(make(steps, files)).toEqual(
		new Map([
			['a', 'old\n'],
			['b', 'new\n'],
		]),
	);
});

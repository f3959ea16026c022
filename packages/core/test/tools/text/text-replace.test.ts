import { describe, expect, test } from 'vitest';
import { textReplace } from '../../../src/tools/text/text-replace.ts';
import { FakeDiagnostics } from '../../fakes/fake-diagnostics.ts';
import { edited, FakePlan, FakeRefactorings } from '../../fakes/fake-refactorings.ts';
import { errorOf, runTool } from '../../fakes/run-tool.ts';

const INPUT = { query: 'line', replacement: 'x' };

function ports(plan = new FakePlan([]), found: Partial<FakeRefactorings['found']> = {}) {
	const refactorings = new FakeRefactorings();
	refactorings.plan = plan;
	refactorings.found = { ...refactorings.found, ...found };
	return { refactorings, diagnostics: new FakeDiagnostics() };
}

test('a preview shows every place and makes none of the changes', async () => {
	const plan = new FakePlan([edited('a.ts', [1, 2]), edited('b.ts', [7])]);
	const given = ports(plan, { total: 4 });
	const input = { ...INPUT, include: 'src, *.ts', preview: true };
	const { text, envelope } = await runTool(textReplace, input, given);
	expect(text.split('\n').slice(0, 3)).toEqual([
		'Preview, nothing changed: would replace 4 matches in 2 files',
		'a.ts: 2 edits',
		'1:1 line 1 => "x"',
	]);
	expect(envelope).toMatchObject({ data: { applied: false, total: 4, totalFiles: 2 } });
	expect(plan.applied).toBe(0);
	expect(given.refactorings.asked).toMatchObject([
		{ query: { text: 'line', include: ['src', '*.ts'], case: 'smart' }, replacement: 'x' },
	]);
});

test('the change is made once, and what it left unsaved or out is told', async () => {
	const plan = new FakePlan([edited('a.ts', [1])], ['a.ts']);
	const { text } = await runTool(textReplace, INPUT, ports(plan, { total: 1, skipped: ['n.ipynb'] }));
	expect(plan.applied).toBe(1);
	expect(text).toContain('Replaced 1 match in 1 file\nNot saved, because the user has unsaved edits: a.ts');
	expect(text).toContain('Left out, because they are notebooks: n.ipynb');
});

describe('nothing to change is an error that says why', () => {
	test.each([
		[{}, 'Nothing matches.'],
		[{ total: 3 }, 'Every match has the new text already.'],
		[{ skipped: ['n.ipynb'] }, 'Only notebooks match, which notebook_edit changes: n.ipynb.'],
		[{ searchedNothing: true }, 'No file was searched: none fits include and exclude, or all that fit are ignored.'],
	])('%j', async (found, message) => {
		expect(await errorOf(runTool(textReplace, INPUT, ports(undefined, found)))).toMatchObject({
			code: 'E_NO_CHANGES',
			message,
		});
	});
});

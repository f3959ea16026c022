import { expect, test } from 'vitest';
import type { Verdict } from '../../../src/ports/editor.ts';
import { editorShowDiff } from '../../../src/tools/editor/editor-show-diff.ts';
import { FakeDocuments, versionOf } from '../../fakes/fake-documents.ts';
import { FakeEditor } from '../../fakes/fake-editor.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

function ports(decide?: FakeEditor['decide']) {
	const editor = new FakeEditor();
	if (decide) {
		editor.decide = decide;
	}
	return { editor, documents: new FakeDocuments({ 'a.ts': 'one\ntwo\n' }) };
}

const INPUT = { path: 'a.ts', proposed: 'one\n2\n' };

test('what the user accepts is written', async () => {
	const given = ports();
	const { envelope, text } = await runTool(editorShowDiff, INPUT, given);
	expect(envelope).toMatchObject({
		data: { verdict: 'accepted', written: true, created: false, version: versionOf('one\n2\n') },
	});
	expect(given.documents.files['a.ts']).toBe('one\n2\n');
	expect(text).toBe('Accepted: a.ts is changed and saved.');
	expect(given.editor.proposals).toEqual([{ ...INPUT, exists: true, title: undefined, milliseconds: 600_000 }]);
});

test("the user's own edits are written with it, and told", async () => {
	const given = ports(() => ({ decision: 'accepted', text: 'one\n2, but better\n' }));
	const { envelope, text } = await runTool(editorShowDiff, INPUT, given);
	expect(envelope).toMatchObject({ data: { userEdits: expect.stringContaining('-2\n+2, but better') as unknown } });
	expect(given.documents.files['a.ts']).toBe('one\n2, but better\n');
	expect(text).toContain('+2, but better');
});

test('a file that is not there yet is created', async () => {
	const given = ports();
	expect(await dataOf(runTool(editorShowDiff, { path: 'b.ts', proposed: 'new\n' }, given))).toMatchObject({
		path: 'b.ts',
		created: true,
	});
	expect(given.editor.proposals).toMatchObject([{ exists: false }]);
	expect(given.documents.files['b.ts']).toBe('new\n');
});

test.each<[string, Partial<Verdict>, Record<string, unknown>, string]>([
	[
		'rejects',
		{ decision: 'rejected', reason: 'too long' },
		{ verdict: 'rejected', reason: 'too long' },
		'Rejected: a.ts stays as it is.\nThe user says: too long',
	],
	[
		'closes the diff',
		{ decision: 'closed' },
		{ verdict: 'rejected', closed: true },
		'Rejected: the user closed the diff of a.ts.',
	],
	[
		'does not answer',
		{ decision: 'no_answer' },
		{ verdict: 'no_answer' },
		'No answer: nobody decided on a.ts in time. The diff is closed and nothing was written.',
	],
])('nothing is written when the user %s', async (_what, verdict, data, said) => {
	const given = ports(({ proposed }) => ({ decision: 'rejected', text: proposed, ...verdict }));
	const { envelope, text } = await runTool(editorShowDiff, { ...INPUT, timeout: 5000 }, given);
	expect(envelope).toMatchObject({ data: { ...data, written: false } });
	expect(text).toBe(said);
	expect(given.documents.files['a.ts']).toBe('one\ntwo\n');
	expect(given.editor.proposals).toMatchObject([{ milliseconds: 5000 }]);
});

test('a file that changed while the user was deciding is left alone, and their edits are not lost', async () => {
	const given = ports(() => {
		given.documents.files['a.ts'] = 'another\n';
		return { decision: 'accepted', text: 'one\n2!\n' };
	});
	const error = await errorOf(runTool(editorShowDiff, INPUT, given));
	expect(error).toMatchObject({ code: 'E_FILE_CHANGED', details: { verdict: 'accepted' } });
	expect(error.message).toMatch(/^The user accepted the proposal, but it was not written\./);
	expect(error.details['userEdits']).toContain('+2!');
	expect(given.documents.files['a.ts']).toBe('another\n');
});

test('a file that somebody else created meanwhile is left alone', async () => {
	const given = ports(({ proposed }) => {
		given.documents.files['b.ts'] = 'theirs\n';
		return { decision: 'accepted', text: proposed };
	});
	const error = await errorOf(runTool(editorShowDiff, { path: 'b.ts', proposed: 'ours\n' }, given));
	expect(error).toMatchObject({ code: 'E_FILE_EXISTS' });
	expect(given.documents.files['b.ts']).toBe('theirs\n');
});

test('the user is not bothered with a proposal that changes nothing', async () => {
	const given = ports();
	const error = await errorOf(runTool(editorShowDiff, { path: 'a.ts', proposed: 'one\r\ntwo\r\n' }, given));
	expect(error).toMatchObject({ code: 'E_NO_CHANGES' });
	expect(given.editor.proposals).toEqual([]);
});

test('a client that shows progress shows who is waited for', async () => {
	const messages: string[] = [];
	await runTool(editorShowDiff, INPUT, ports(), { progress: ({ message }) => messages.push(message) });
	expect(messages).toEqual(['Waiting for the user to decide on a.ts']);
});

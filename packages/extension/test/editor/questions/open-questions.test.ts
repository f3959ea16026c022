import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test } from 'vitest';
import { createOpenQuestions } from '../../../src/editor/questions/open-questions.ts';

const QUESTION = {
	wants: 'do something',
	about: [{ label: 'Text', text: 'a\u202Eb' }],
	why: 'Because.',
	answers: { yes: 'Allow', no: 'Deny' },
};
const timeLimit = () => ({ milliseconds: 60_000, signal: createCancellation() });
const create = () => createOpenQuestions({ onChange: () => undefined, folder: () => '/project' });

test('an answer is one of those that were offered, to exactly what was shown', async () => {
	const open = create();
	const answer = open.ask(QUESTION, timeLimit());
	const [shown] = open.questions;
	const { id = '', digest = '' } = shown ?? {};
	expect(shown).toMatchObject({
		folder: '/project',
		sentence: 'An agent wants to do something.',
		about: [{ text: 'a\\u{202E}b', size: '3 characters' }],
	});
	open.answer({ id, key: 'always', digest });
	open.answer({ id, key: 'yes', digest: 'another' });
	open.answer({ id: 'another', key: 'yes', digest });
	open.answer({ id, key: 'toString', digest });
	expect(open.questions).toHaveLength(1);
	open.answer({ id, key: 'no', digest });
	open.answer({ id, key: 'yes', digest });
	expect(await answer).toBe('no');
	expect(open.questions).toEqual([]);
	expect(open.answered).toMatchObject([{ answer: 'Deny', about: 'a\\u{202E}b' }]);
});

test('an answer with a form counts once the form is right, and the form is part of what was shown', async () => {
	const open = create();
	const fields = [{ name: 'tool', label: 'Tool', help: '', value: 'file_write' }];
	const taken: unknown[] = [];
	const form = {
		answer: 'yes' as const,
		fields,
		take(values: Readonly<Record<string, string>>) {
			taken.push(values);
			return values['tool'] === '' ? 'Name a tool.' : undefined;
		},
	};
	const answer = open.ask({ ...QUESTION, form }, timeLimit());
	void open.ask({ ...QUESTION, form: { ...form, fields: [] } }, timeLimit());
	const [shown, other] = open.questions;
	const { id = '', digest = '' } = shown ?? {};
	expect(shown?.form).toEqual({ key: 'yes', fields });
	expect(digest).not.toBe(other?.digest);
	expect(open.answer({ id, key: 'yes', digest, values: { tool: '' } })).toBe('Name a tool.');
	expect(open.questions).toHaveLength(2);
	expect(open.answer({ id, key: 'yes', digest: 'another', values: { tool: 'x' } })).toBeUndefined();
	expect(taken).toHaveLength(1);
	expect(open.answer({ id, key: 'yes', digest, values: { tool: 'x' } })).toBeUndefined();
	expect(await answer).toBe('yes');
});

test('ids cannot be guessed, and another text has another digest', () => {
	const open = create();
	void open.ask(QUESTION, timeLimit());
	void open.ask({ ...QUESTION, why: 'For another reason.' }, timeLimit());
	const [first, second] = open.questions;
	expect(first?.id).toMatch(/^[0-9a-f]{32}$/);
	expect(first?.id).not.toBe(second?.id);
	expect(first?.digest).not.toBe(second?.digest);
});

test('a question goes when its caller does, and when nobody answers', async () => {
	const open = create();
	const signal = createCancellation();
	const cancelled = open.ask(QUESTION, { milliseconds: 60_000, signal });
	expect(open.questions).toHaveLength(1);
	signal.cancel();
	await expect(cancelled).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(open.questions).toEqual([]);
	expect(await open.ask(QUESTION, { milliseconds: 1, signal: createCancellation() })).toBeUndefined();
	expect(open.questions).toEqual([]);
	expect(open.answered).toEqual([]);
});

test('a caller who is gone already does not put a question', async () => {
	const open = create();
	const signal = createCancellation();
	signal.cancel();
	await expect(open.ask(QUESTION, { milliseconds: 60_000, signal })).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(open.questions).toEqual([]);
});

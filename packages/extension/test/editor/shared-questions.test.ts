import { createCancellation } from '@hawser/core/contract/cancellation-source.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import { expect, test, vi } from 'vitest';
import { createSharedQuestions } from '../../src/editor/shared-questions.ts';

/** A person who answers when the test says so. */
function person() {
	const asked: { answer: (text: string) => void; signal: Cancellation }[] = [];
	const put = (signal: Cancellation) =>
		new Promise<string>((resolve, reject) => {
			asked.push({ answer: resolve, signal });
			signal.onCancelled(() => reject(new Error('gone')));
		});
	const question = (index: number) => vi.waitFor(() => asked[index] ?? Promise.reject(new Error('not asked')));
	return { asked, put, question };
}

const patience = (signal: Cancellation = createCancellation()) => ({ milliseconds: 60_000, signal });

test('the same question is asked once, and everybody gets the answer', async () => {
	const { asked, put, question } = person();
	const questions = createSharedQuestions<string>();
	const answers = [questions.ask('a', put, patience()), questions.ask('a', put, patience())];
	(await question(0)).answer('yes');
	expect(await Promise.all(answers)).toEqual(['yes', 'yes']);
	expect(asked).toHaveLength(1);
});

test('a question that was answered is asked again the next time', async () => {
	const { put, question } = person();
	const questions = createSharedQuestions<string>();
	const first = questions.ask('a', put, patience());
	(await question(0)).answer('yes');
	expect(await first).toBe('yes');
	const second = questions.ask('a', put, patience());
	(await question(1)).answer('no');
	expect(await second).toBe('no');
});

test('another question is put beside the first, and may be answered before it', async () => {
	const { put, question } = person();
	const questions = createSharedQuestions<string>();
	const first = questions.ask('a', put, patience());
	const second = questions.ask('b', put, patience());
	(await question(1)).answer('no');
	expect(await second).toBe('no');
	(await question(0)).answer('yes');
	expect(await first).toBe('yes');
});

test('a caller who goes leaves the question to the others; the last one takes it away', async () => {
	const { put, question } = person();
	const questions = createSharedQuestions<string>();
	const [one, two] = [createCancellation(), createCancellation()];
	const first = questions.ask('a', put, patience(one));
	const second = questions.ask('a', put, patience(two));
	const { signal } = await question(0);
	one.cancel();
	await expect(first).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(signal.cancelled).toBe(false);
	two.cancel();
	await expect(second).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(signal.cancelled).toBe(true);
});

test('a question whose caller went before it was put is never put', async () => {
	const { asked, put } = person();
	const questions = createSharedQuestions<string>();
	const gone = createCancellation();
	gone.cancel();
	await expect(questions.ask('b', put, patience(gone))).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(asked).toHaveLength(0);
});

test('nobody answers: undefined, and the question is taken away', async () => {
	const { asked, put } = person();
	const questions = createSharedQuestions<string>();
	expect(await questions.ask('a', put, { milliseconds: 1, signal: createCancellation() })).toBeUndefined();
	expect(asked.every(({ signal }) => signal.cancelled)).toBe(true);
});

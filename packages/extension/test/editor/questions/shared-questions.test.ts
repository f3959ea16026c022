import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test, vi } from 'vitest';
import { createSharedQuestions } from '../../../src/editor/questions/shared-questions.ts';

/** A user who answers when the test says so. */
function user() {
	const asked: { answer: (text: string) => void; signal: Cancellation }[] = [];
	const put = (signal: Cancellation) =>
		new Promise<string>((resolve, reject) => {
			asked.push({ answer: resolve, signal });
			signal.onCancelled(() => reject(new Error('gone')));
		});
	const question = (index: number) =>
		vi.waitFor(() => asked[index] ?? Promise.reject(new Error('not asked')), { timeout: 60_000 });
	return { asked, put, question };
}

const timeLimit = (signal: Cancellation = createCancellation()) => ({ milliseconds: 60_000, signal });

test('the same question is asked once, and all callers get the answer', async () => {
	const { asked, put, question } = user();
	const questions = createSharedQuestions<string>();
	const answers = [questions.ask('a', put, timeLimit()), questions.ask('a', put, timeLimit())];
	(await question(0)).answer('yes');
	expect(await Promise.all(answers)).toEqual(['yes', 'yes']);
	expect(asked).toHaveLength(1);
});

test('a question that was answered is asked again the next time', async () => {
	const { put, question } = user();
	const questions = createSharedQuestions<string>();
	const first = questions.ask('a', put, timeLimit());
	(await question(0)).answer('yes');
	expect(await first).toBe('yes');
	const second = questions.ask('a', put, timeLimit());
	(await question(1)).answer('no');
	expect(await second).toBe('no');
});

test('another question is put beside the first, and may be answered before it', async () => {
	const { put, question } = user();
	const questions = createSharedQuestions<string>();
	const first = questions.ask('a', put, timeLimit());
	const second = questions.ask('b', put, timeLimit());
	(await question(1)).answer('no');
	expect(await second).toBe('no');
	(await question(0)).answer('yes');
	expect(await first).toBe('yes');
});

test('a caller who goes leaves the question to the others; the last one takes it away', async () => {
	const { put, question } = user();
	const questions = createSharedQuestions<string>();
	const [one, two] = [createCancellation(), createCancellation()];
	const first = questions.ask('a', put, timeLimit(one));
	const second = questions.ask('a', put, timeLimit(two));
	const { signal } = await question(0);
	one.cancel();
	await expect(first).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(signal.cancelled).toBe(false);
	two.cancel();
	await expect(second).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(signal.cancelled).toBe(true);
});

test('a question whose caller went before it was put is never put', async () => {
	const { asked, put } = user();
	const questions = createSharedQuestions<string>();
	const gone = createCancellation();
	gone.cancel();
	await expect(questions.ask('b', put, timeLimit(gone))).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(asked).toHaveLength(0);
});

test('when nobody answers, the result is undefined and the question is taken away', async () => {
	const { asked, put } = user();
	const questions = createSharedQuestions<string>();
	expect(await questions.ask('a', put, { milliseconds: 1, signal: createCancellation() })).toBeUndefined();
	expect(asked.every(({ signal }) => signal.cancelled)).toBe(true);
});

import type { EditorWindow } from '@hawser/headless/window.ts';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

type Frame = ReturnType<EditorWindow['page']['mainFrame']>;
type Locator = ReturnType<EditorWindow['page']['locator']>;

/** Words that the question in hand must contain: one text, or all of several. */
export type Wanted = string | RegExp | readonly (string | RegExp)[];

/** The page of ours that has this on it; undefined while it is not shown. */
export async function frameWith({ page }: EditorWindow, selector: string): Promise<Frame | undefined> {
	for (const frame of page.frames()) {
		try {
			if ((await frame.locator(selector).count()) > 0) {
				return frame;
			}
		} catch {
			// A frame that went in this moment.
		}
	}
	return undefined;
}

/** The page inside the view with the questions; undefined while the view has never been shown. */
const pageOf = (window: EditorWindow) => frameWith(window, 'main#questions');

/** The page with the questions; waits until the view has been shown. */
export function questionPage(window: EditorWindow): Promise<Frame> {
	return eventually(
		async () => (await pageOf(window)) ?? Promise.reject(new Error('There is no view with questions.')),
	);
}

/** The open questions as the user reads them, the oldest first. */
export async function openQuestions(window: EditorWindow): Promise<string[]> {
	const frame = await pageOf(window);
	return frame === undefined ? [] : frame.locator('article').allInnerTexts();
}

/** The one open question that says this; waits for it. */
export async function findQuestion(window: EditorWindow, wanted: Wanted): Promise<Locator> {
	return eventually(async () => {
		const frame = await pageOf(window);
		let found = frame?.locator('article');
		for (const text of [wanted].flat()) {
			found = found?.filter({ hasText: text });
		}
		expect(await found?.count(), `question ${JSON.stringify(wanted)}`).toBe(1);
		if (found === undefined) {
			throw new Error('The view with the questions is not there.');
		}
		return found;
	});
}

/** Presses a button of the question with this text, as a user does, and waits until the question has gone. */
export async function answerQuestion(window: EditorWindow, wanted: Wanted, answer: string): Promise<void> {
	const question = await findQuestion(window, wanted);
	const id = await question.getAttribute('data-id');
	const frame = await questionPage(window);
	const same = frame.locator(`article[data-id="${id ?? ''}"]`);
	// Buttons that have just appeared do nothing for a moment, so that nobody answers by accident.
	await frame.locator('body:not(.settling)').waitFor();
	await same.getByRole('button', { name: answer, exact: true }).click();
	await eventually(async () => expect(await same.count()).toBe(0));
}

/** Waits until no question is open. */
export async function untilNoQuestion(window: EditorWindow): Promise<void> {
	await eventually(async () => expect(await openQuestions(window)).toEqual([]));
}

import type { EditorWindow } from '@hawser/headless/window.ts';
import { questionPage } from './questions.ts';

export interface Denying {
	stop(): Promise<void>;
}

/**
 * Answers every question in the window with no, as fast as they come: with real key presses, on a page whose clock is told that
 * the time in which nothing counts is always over.
 */
export async function denyEveryQuestion(window: EditorWindow): Promise<Denying> {
	await window.executeCommand('hawser.showQuestions');
	const frame = await questionPage(window);
	await frame.evaluate(() => {
		performance.now = () => Infinity;
	});
	const end = new AbortController();
	const working = (async () => {
		while (!end.signal.aborted) {
			const found = await frame.evaluate(() => {
				const buttons = [...document.querySelectorAll<HTMLButtonElement>('article .answers button')];
				const deny = buttons.find(({ textContent }) => textContent === 'Deny');
				deny?.focus();
				return deny !== undefined;
			});
			if (found) {
				await window.page.keyboard.press('Enter');
			} else {
				await new Promise(resolve => setTimeout(resolve, 50));
			}
		}
	})();
	return {
		async stop() {
			end.abort();
			await working;
		},
	};
}

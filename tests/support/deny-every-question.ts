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
	/** Only once each: presses that come faster than their answers are dealt with would pile up in front of them. */
	const pressed = new Set<string>();
	const working = (async () => {
		while (!end.signal.aborted) {
			const found = await frame.evaluate(
				known => {
					const cards = [...document.querySelectorAll<HTMLElement>('article')];
					const card = cards.find(({ dataset }) => !known.includes(dataset['id'] ?? ''));
					const buttons = [...(card?.querySelectorAll<HTMLButtonElement>('.answers button') ?? [])];
					const deny = buttons.find(({ textContent }) => textContent === 'Deny');
					deny?.focus();
					return deny && (card?.dataset['id'] ?? '');
				},
				[...pressed],
			);
			if (found !== undefined) {
				await window.page.keyboard.press('Enter');
				pressed.add(found);
			} else {
				await new Promise(resolve => setTimeout(resolve, 20));
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

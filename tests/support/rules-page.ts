import type { EditorWindow } from '@hawser/headless/window.ts';
import { eventually } from './eventually.ts';
import { frameWith } from './questions.ts';

type Frame = ReturnType<EditorWindow['page']['mainFrame']>;

/** The page with the rules; waits until it has been shown. */
export function rulesPage(window: EditorWindow): Promise<Frame> {
	return eventually(
		async () =>
			(await frameWith(window, 'section#list h2')) ?? Promise.reject(new Error('There is no page with rules.')),
	);
}

import type { EditorWindow } from '@hawser/headless/window.ts';
import { eventually } from './eventually.ts';
import { frameWith } from './questions.ts';

type Frame = ReturnType<EditorWindow['page']['mainFrame']>;

/** Opens the view with the activity, and gives its page. */
export async function openActivity(window: EditorWindow): Promise<Frame> {
	await window.executeCommand('hawser.showActivity');
	return eventually(
		async () =>
			(await frameWith(window, 'main#activity .overview')) ??
			Promise.reject(new Error('There is no view of activity.')),
	);
}

import { isRecord } from '@hawser/core/data/plain-data.ts';
import { CODEX_CONTEXT_PATH, get } from '@hawser/link/ask-window.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import type { CodexAnswers } from './codex-answers.ts';

/** Asks the window that has a folder open: this one or another. */
export interface CodexDispatch {
	context(workspaceRoot: string): Promise<object | undefined>;
	dispose(): void;
}

/** Milliseconds for another window. Codex waits five seconds. */
const LIMIT = 4000;

export function createCodexDispatch(home: string, ownId: string, own: Pick<CodexAnswers, 'context'>): CodexDispatch {
	const { windows, http, close } = windowLink(home);
	return {
		async context(workspaceRoot) {
			try {
				const entry = windows.find(workspaceRoot);
				if (entry.id === ownId) {
					return await own.context(workspaceRoot);
				}
				const path = `${CODEX_CONTEXT_PATH}?workspaceRoot=${encodeURIComponent(workspaceRoot)}`;
				const { status, windowId, body } = await get(http, entry, path, LIMIT);
				const context = status === 200 && windowId === entry.id && isRecord(body) ? body['ideContext'] : undefined;
				return isRecord(context) ? context : undefined;
			} catch {
				// No window has the folder, or the one that had it has just gone.
				return undefined;
			}
		},
		dispose: close,
	};
}

import { diffLines } from '@hawser/core/text/line-diff.ts';
import type * as vscode from 'vscode';
import { createChangeHighlight, type LineSpan } from './change-highlight.ts';
import { createFollowTab } from './follow-tab.ts';

/** What the user wants to see of agents at work. */
export interface FollowSettings {
	/** Shows what agents read and change, beside what the user works on. */
	follow: boolean;
	/** Marks for a moment what agents have changed. */
	highlight: boolean;
}

/** Where agents are: which files they read and change. */
export interface FollowAgents extends vscode.Disposable {
	read(uri: vscode.Uri): void;
	changed(uri: vscode.Uri, before: string | undefined, after: string | undefined): void;
}

/** Characters of both texts beyond which they are not compared: that would take longer than anybody looks at the result. */
const MAX_LENGTH = 500_000;

export function createFollowAgents(settings: () => FollowSettings): FollowAgents {
	const highlight = createChangeHighlight();
	const tab = createFollowTab();
	return {
		read(uri) {
			if (settings().follow) {
				tab.show(uri, undefined);
			}
		},
		changed(uri, before = '', after = '') {
			const { follow, highlight: isMarked } = settings();
			if ((!follow && !isMarked) || before.length + after.length > MAX_LENGTH) {
				return;
			}
			const spans = changedLines(before, after);
			if (isMarked) {
				highlight.show(uri, spans);
			}
			if (follow) {
				tab.show(uri, spans[0]);
			}
		},
		dispose() {
			tab.dispose();
			highlight.dispose();
		},
	};
}

/** Lines of the text after; where lines only went, the line that stands there now. */
function changedLines(before: string, after: string): readonly LineSpan[] {
	return diffLines(before.split('\n'), after.split('\n')).map(({ newFrom, newTo }) => ({
		first: newFrom,
		last: Math.max(newFrom, newTo - 1),
	}));
}

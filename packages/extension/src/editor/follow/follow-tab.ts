import * as vscode from 'vscode';
import type { LineSpan } from './change-highlight.ts';

/** Shows where an agent is, beside what the user works on: neither their focus nor their cursor is touched. */
export interface FollowTab extends vscode.Disposable {
	show(uri: vscode.Uri, span: LineSpan | undefined): void;
}

/** Milliseconds between two files: an agent reads faster than anybody looks. */
const PAUSE = 600;

export function createFollowTab(): FollowTab {
	let wanted: { uri: vscode.Uri; span: LineSpan | undefined } | undefined;
	let timer: NodeJS.Timeout | undefined;
	let column: vscode.ViewColumn | undefined;

	/** Never the group in which the user is: there a new tab would take the keyboard. */
	function place(): vscode.ViewColumn {
		const { all, activeTabGroup } = vscode.window.tabGroups;
		if (all.every(({ tabs }) => tabs.length === 0)) {
			return vscode.ViewColumn.One;
		}
		const others = all.filter(group => group !== activeTabGroup);
		const known = others.find(({ viewColumn }) => viewColumn === column);
		return (known ?? others.at(-1))?.viewColumn ?? vscode.ViewColumn.Beside;
	}

	async function show(): Promise<void> {
		const next = wanted;
		wanted = undefined;
		if (!next) {
			return;
		}
		const { uri, span } = next;
		try {
			const document = await vscode.workspace.openTextDocument(uri);
			const editor = await vscode.window.showTextDocument(document, {
				...{ preview: true, preserveFocus: true, viewColumn: place() },
			});
			column = editor.viewColumn;
			if (span) {
				const range = new vscode.Range(span.first, 0, span.last, 0);
				editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
			}
		} catch {
			// What is no text, or gone already, cannot be shown.
		}
	}

	return {
		show(uri, span) {
			// What was changed is of more interest than what is read after it.
			if (!wanted?.span || span) {
				wanted = { uri, span };
			}
			timer ??= setTimeout(() => {
				void show().finally(() => {
					timer = undefined;
					if (wanted) {
						this.show(wanted.uri, wanted.span);
					}
				});
			}, PAUSE);
		},
		dispose: () => clearTimeout(timer),
	};
}

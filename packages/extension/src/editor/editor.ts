import type { Editor, Tab } from '@hawser/core/ports/editor.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from './fresh-document.ts';
import { rangeIn, toPosition, toRange } from './positions.ts';
import { tabUri } from './tab-uri.ts';
import { throwIfCancelled } from './until.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

const RELOAD_LIMIT = 1500;

export function createEditor({
	paths,
	freshDocuments,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
}): Editor {
	return {
		active() {
			const editor = vscode.window.activeTextEditor;
			if (editor === undefined) {
				return undefined;
			}
			const { document, selection, selections, visibleRanges } = editor;
			const first = visibleRanges[0];
			const last = visibleRanges.at(-1);
			return {
				path: paths.show(document.uri),
				language: document.languageId,
				dirty: document.isDirty,
				lineCount: document.lineCount,
				cursor: toPosition(selection.active),
				selections: selections
					.filter(({ isEmpty }) => !isEmpty)
					.map(selected => ({ range: toRange(selected), text: document.getText(selected) })),
				...(first && last && { visible: { startLine: first.start.line + 1, endLine: last.end.line + 1 } }),
			};
		},
		tabs() {
			return vscode.window.tabGroups.all.flatMap(group => group.tabs.flatMap(tab => describeTab(tab, group)));
		},
		async open(path, range, signal) {
			const uri = await paths.resolve(path);
			const { document } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
			const selection = range && rangeIn(document, range, paths.show(uri));
			throwIfCancelled(signal);
			const editor = await vscode.window.showTextDocument(document, {
				preview: false,
				...(selection && { selection }),
			});
			if (selection) {
				editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
			}
			return { path: paths.show(uri), range: toRange(selection ?? editor.selection) };
		},
	};

	function describeTab(tab: vscode.Tab, group: vscode.TabGroup): Tab[] {
		const uri = tabUri(tab);
		return uri === undefined
			? []
			: [
					{
						path: paths.show(uri),
						dirty: tab.isDirty,
						active: tab.isActive && group.isActive,
						group: group.viewColumn,
					},
				];
	}
}

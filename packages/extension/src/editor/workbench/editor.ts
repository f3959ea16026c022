import type { Editor, Tab } from '@hawser/core/ports/editor.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay, resultWithin, throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { Consent } from '../questions/consent.ts';
import { plainNotice } from '../questions/plain-notice.ts';
import { rangeIn, toPosition, toRange } from '../shared/positions.ts';
import { tabUri } from '../shared/tab-uri.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { Proposals } from './proposals.ts';
import { replaceSelection } from './replace-selection.ts';

const RELOAD_LIMIT = 1500;
const DISCOVERY_LIMIT = 10_000;

const NOTICES = {
	info: vscode.window.showInformationMessage,
	warning: vscode.window.showWarningMessage,
	error: vscode.window.showErrorMessage,
};

/** VS Code hears of tests a fifth of a second after they are found, so none is believed only after a while. */
const TESTS_LIMIT = 1500;
const TESTS_INTERVAL = 100;

export function createEditor({
	paths,
	freshDocuments,
	consent,
	proposals,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	consent: Consent;
	proposals: Proposals;
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
		async propose({ path, exists, proposed, title }, milliseconds, waiting, signal) {
			const uri = await paths.resolve(path);
			const shown = { file: exists ? uri : undefined, name: paths.show(uri), proposed, title };
			return proposals.propose(shown, { milliseconds, waiting, signal });
		},
		replaceSelection: (text, expected, caller) => replaceSelection({ text, expected, paths, consent, caller }),
		notify(message, kind) {
			// The sender stands first, so that no message can pass for one of VS Code.
			void NOTICES[kind](vscode.l10n.t('Agent: {0}', plainNotice(message)));
		},
		async showTests(signal) {
			throwIfCancelled(signal);
			await vscode.commands.executeCommand('workbench.view.testing.focus');
			const search = vscode.commands.executeCommand('testing.refreshTests').then(() => true);
			const finished = (await resultWithin(search, { milliseconds: DISCOVERY_LIMIT, signal })) ?? false;
			return { finished, sources: await countTestSources(signal) };
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

async function countTestSources(signal: Cancellation): Promise<number> {
	const giveUpAt = Date.now() + TESTS_LIMIT;
	for (;;) {
		const found: unknown = await vscode.commands.executeCommand('vscode.testing.getControllersWithTests');
		const count = Array.isArray(found) ? found.length : 0;
		if (count > 0 || Date.now() > giveUpAt) {
			return count;
		}
		await delay(TESTS_INTERVAL, signal);
	}
}

import type { ListedChange } from '@hawser/journal/journal-reader.ts';
import * as vscode from 'vscode';

/** Marks in the explorer: files that an agent has changed and nobody has looked at. */
export interface UnseenMarks extends vscode.Disposable {
	show(unseen: ReadonlyMap<string, ListedChange>): void;
}

export function createUnseenMarks(): UnseenMarks {
	let shown: ReadonlyMap<string, ListedChange> = new Map();
	const changed = new vscode.EventEmitter<vscode.Uri[]>();
	const registration = vscode.window.registerFileDecorationProvider({
		onDidChangeFileDecorations: changed.event,
		provideFileDecoration(uri) {
			const change = uri.scheme === 'file' ? shown.get(uri.fsPath) : undefined;
			return (
				change && {
					badge: 'AI',
					color: new vscode.ThemeColor('charts.purple'),
					tooltip: vscode.l10n.t('Changed by {0}, and you have not looked at it yet', change.agent),
					propagate: false,
				}
			);
		},
	});
	return {
		show(unseen) {
			const different = [...new Set([...shown.keys(), ...unseen.keys()])].filter(
				file => shown.get(file)?.id !== unseen.get(file)?.id,
			);
			shown = unseen;
			if (different.length > 0) {
				changed.fire(different.map(file => vscode.Uri.file(file)));
			}
		},
		dispose() {
			registration.dispose();
			changed.dispose();
		},
	};
}

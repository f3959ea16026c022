import { nameWithVersion } from '@hawser/core/text/name-with-version.ts';
import * as vscode from 'vscode';
import type { IdeConnections, ListedConnection, MentionedPlace } from './shared/ide-connections.ts';
import { wayOf } from './shared/native-agents.ts';

/** Sends the selection of the active editor, or its file, to an agent that is connected; asks which, where there are several. */
export async function sendToAgent(connections: Pick<IdeConnections, 'list'>): Promise<void> {
	const editor = vscode.window.activeTextEditor;
	if (editor?.document.uri.scheme !== 'file') {
		void vscode.window.showInformationMessage(vscode.l10n.t('Hawser: Open a file to send it to an agent.'));
		return;
	}
	const able = connections.list().filter(({ mention }) => mention !== undefined);
	if (able.length === 0) {
		void vscode.window.showInformationMessage(
			vscode.l10n.t(
				'Hawser: No agent is connected that can be sent a file. Start Claude Code, opencode or Copilot CLI in this folder.',
			),
		);
		return;
	}
	const place = mentionedPlace(editor);
	const chosen = able.length === 1 ? able[0] : await choose(able);
	chosen?.mention?.(place);
}

export function mentionedPlace({ document, selection }: vscode.TextEditor): MentionedPlace {
	const path = document.uri.fsPath;
	if (selection.isEmpty) {
		return { path };
	}
	const { start, end } = selection;
	// A selection that ends before the first character of a line means the lines above it.
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	return {
		path,
		lines: { start: start.line, end: last },
		text: document.getText(selection),
		selection: {
			start: { line: start.line, character: start.character },
			end: { line: end.line, character: end.character },
		},
	};
}

async function choose(able: readonly ListedConnection[]): Promise<ListedConnection | undefined> {
	const items = able.map(connection => ({
		label: nameWithVersion(connection.claim),
		description: [
			wayOf(connection.protocol),
			...(connection.claim.pid === undefined ? [] : [vscode.l10n.t('process {0}', connection.claim.pid)]),
		].join(', '),
		connection,
	}));
	return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Send to which agent?') }))?.connection;
}

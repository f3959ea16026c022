import * as vscode from 'vscode';
import { guessIndentation } from './guess-indentation.ts';

/** The indentation of a file, as formatters are told. */
export interface Indentations extends vscode.Disposable {
	/** Undefined where VS Code tells formatters by itself what it found in the file, which is better than a guess. */
	optionsFor(document: vscode.TextDocument): Promise<vscode.FormattingOptions | undefined>;
}

const SCHEME = 'hawser-indentation';
const PROBE = vscode.Uri.from({ scheme: SCHEME, path: '/probe' });

export function createIndentations(): Indentations {
	let tells: Promise<boolean> | undefined;
	const probeText = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		provideTextDocumentContent: () => '',
	});
	return {
		async optionsFor(document) {
			const editor = vscode.window.visibleTextEditors.find(visible => visible.document === document);
			if (typeof editor?.options.tabSize === 'number' && typeof editor.options.insertSpaces === 'boolean') {
				return { tabSize: editor.options.tabSize, insertSpaces: editor.options.insertSpaces };
			}
			return (await (tells ??= editorTellsFormatters())) ? undefined : guessFor(document);
		},
		dispose() {
			probeText.dispose();
		},
	};
}

/** VS Code 1.103 hands a formatter no options at all when the command got none, and every formatter fails on that. */
async function editorTellsFormatters(): Promise<boolean> {
	let hasOptions = false;
	const probe = vscode.languages.registerDocumentFormattingEditProvider(
		{ scheme: SCHEME },
		{
			provideDocumentFormattingEdits(_document, options: vscode.FormattingOptions | null | undefined) {
				hasOptions = typeof options?.tabSize === 'number';
				return [];
			},
		},
	);
	try {
		await vscode.workspace.openTextDocument(PROBE);
		await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', PROBE);
	} finally {
		probe.dispose();
	}
	return hasOptions;
}

function guessFor(document: vscode.TextDocument): vscode.FormattingOptions {
	const settings = vscode.workspace.getConfiguration('editor', document);
	const fixed = {
		tabSize: settings.get<number>('tabSize', 4),
		insertSpaces: settings.get<boolean>('insertSpaces', true),
	};
	return settings.get<boolean>('detectIndentation', true) ? { ...guessIndentation(document.getText(), fixed) } : fixed;
}

import type { Symbols } from '@hawser/core/ports/symbols.ts';
import * as vscode from 'vscode';
import type { LanguageSubjects, Subject } from './language-subjects.ts';
import { outlineTree } from './outline-tree.ts';
import { type Target, targetUri, toPlaces } from './places.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

export function createSymbols({
	paths,
	subjects: { open, ask, withNews, everywhere },
}: {
	paths: WorkspacePaths;
	subjects: LanguageSubjects;
}): Symbols {
	return {
		async outline(path, signal) {
			const subject = await open(path, signal);
			const { answer, freshness } = await ask('outline', subject, ({ uri }) =>
				vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
			);
			return { freshness, symbols: outlineTree(answer) };
		},
		async definitions(path, position, signal) {
			const subject = await open(path, signal, position);
			const { answer, freshness } = await withNews(subject, () =>
				ask('definitions', subject, ({ uri }, where) =>
					vscode.commands.executeCommand<Target[] | undefined>('vscode.executeDefinitionProvider', uri, where),
				),
			);
			return { freshness, places: toPlaces(answer, paths) };
		},
		async references(path, position, signal) {
			const subject = await open(path, signal, position);
			const { answer, freshness } = await withNews(subject, () => everyReference(subject));
			return { freshness, places: toPlaces(answer, paths) };
		},
	};

	function everyReference(subject: Subject) {
		return everywhere(
			subject,
			() =>
				ask('references', subject, ({ uri }, where) =>
					vscode.commands.executeCommand<Target[] | undefined>('vscode.executeReferenceProvider', uri, where),
				),
			target => [targetUri(target)],
		);
	}
}

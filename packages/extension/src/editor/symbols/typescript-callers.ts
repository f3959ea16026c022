import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageQuery } from '../language/language-query.ts';
import { isScript, type UnloadedScripts } from '../typescript/unloaded-scripts.ts';
import type { CalledItem, FoundCall } from './found-calls.ts';
import { askAboutScripts, loadedReferences } from './loaded-references.ts';

/** Matches the text behind the name in a call: `f(`, `f?.(`, `f<T>(`, a template. */
const CALL = /^\s*(?:\?\.\s*)?(?:<[^()]*>\s*)?[(`]/;
const MAX_ARGUMENTS_LENGTH = 500;

/**
 * TypeScript finds callers only in the project of the function, but references in all that are loaded. The files with references in which
 * it finds no caller are asked about by themselves; where that cannot be, a reference that reads like a call is one, from another project.
 */
export async function callersElsewhere(
	query: LanguageQuery,
	languageQueries: LanguageQueries,
	unloadedScripts: UnloadedScripts,
	known: readonly FoundCall[],
): Promise<FoundCall[]> {
	// The callers in projects that are not loaded are known by now.
	const answer = await loadedReferences(query, languageQueries);
	const searched = new Set([query.document.uri, ...known.map(({ file }) => file)].map(uri => uri.toString()));
	const elsewhere = answer.filter(({ uri }) => !searched.has(uri.toString()));
	// To open each file would make the server load its project, which takes it gigabytes where there are dozens.
	const told = await askAboutScripts(query, unloadedScripts, elsewhere)?.callers();
	const found = [...(told ?? [])];
	const byFile = new Map<string, vscode.Location[]>();
	for (const reference of elsewhere.filter(({ uri }) => told === undefined || !isScript(uri))) {
		const key = reference.uri.toString();
		byFile.set(key, [...(byFile.get(key) ?? []), reference]);
	}
	for (const references of byFile.values()) {
		found.push(...(await callersIn(references, query)));
	}
	return found;
}

async function callersIn(references: readonly vscode.Location[], { timeLimit }: LanguageQuery): Promise<FoundCall[]> {
	const [first] = references;
	if (first === undefined) {
		return [];
	}
	// A file that is gone since the server was asked calls nothing any more.
	const document = await vscode.workspace.openTextDocument(first.uri).then(
		open => open,
		() => undefined,
	);
	if (!document) {
		return [];
	}
	const calls = references.filter(({ range }) => isCall(document, range));
	if (calls.length === 0) {
		return [];
	}
	const outline = await resultWithin(
		vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
			'vscode.executeDocumentSymbolProvider',
			document.uri,
		),
		timeLimit.left(),
	);
	return calls.flatMap(({ uri, range }) => {
		const around = enclosing(outline ?? [], range);
		// A method of the same name in a class that implements the one asked about is declared here, not called.
		if (around?.selectionRange.isEqual(range)) {
			return [];
		}
		return [{ item: around ? itemOf(around, uri) : wholeFile(document), file: uri, ranges: [range] }];
	});
}

function isCall(document: vscode.TextDocument, { start, end }: vscode.Range): boolean {
	const before = document.lineAt(start.line).text.slice(0, start.character);
	const after = document.getText(
		new vscode.Range(end, document.positionAt(document.offsetAt(end) + MAX_ARGUMENTS_LENGTH)),
	);
	return CALL.test(after) || /(?:\bnew\s+|@)$/.test(before);
}

function enclosing(symbols: readonly vscode.DocumentSymbol[], range: vscode.Range): vscode.DocumentSymbol | undefined {
	const around = symbols.find(symbol => symbol.range.contains(range));
	return around && (enclosing(around.children, range) ?? around);
}

function itemOf({ name, kind, range, selectionRange }: vscode.DocumentSymbol, uri: vscode.Uri): CalledItem {
	return { name, kind, uri, range, selectionRange };
}

/** Follows TypeScript: a call outside of every function is a call by the file. */
function wholeFile(document: vscode.TextDocument): CalledItem {
	const start = new vscode.Position(0, 0);
	const { uri, fileName, lineCount } = document;
	return {
		name: fileName.split(/[/\\]/).at(-1) ?? fileName,
		kind: vscode.SymbolKind.Module,
		uri,
		range: new vscode.Range(start, new vscode.Position(lineCount, 0)),
		selectionRange: new vscode.Range(start, start),
	};
}

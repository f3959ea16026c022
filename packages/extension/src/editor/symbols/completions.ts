import type { Completion, InlayHint, Symbols } from '@hawser/core/ports/symbols.ts';
import * as vscode from 'vscode';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { positionIn, toPosition } from '../shared/positions.ts';
import { isTypeScriptLanguage } from '../typescript/typescript-server.ts';

/** The first ones are asked for their types, which servers give one by one. */
const RESOLVED = 30;

/** The editor adds words of open files and snippets by itself; no server stands behind those. */
const EDITORS_OWN: ReadonlySet<vscode.CompletionItemKind | undefined> = new Set([
	vscode.CompletionItemKind.Text,
	vscode.CompletionItemKind.Snippet,
]);

export function createCompletions({
	named,
	languageQueries: { open, ask, askUpToDate },
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
}): Pick<Symbols, 'completions' | 'inlayHints'> {
	return {
		async completions(path, position, signal) {
			const query = await open(path, signal, position);
			const { answer, freshness } = await askUpToDate(query, () =>
				ask('completions', query, async ({ uri }, where) => {
					const list = await vscode.commands.executeCommand<vscode.CompletionList | undefined>(
						...(['vscode.executeCompletionItemProvider', uri, where, undefined, RESOLVED] as const),
					);
					return list?.items.filter(({ kind }) => !EDITORS_OWN.has(kind));
				}),
			);
			const typed = query.where ? wordBefore(query.document, query.where) : '';
			const items = answer.filter(item => searchedText(item).toLowerCase().includes(typed)).sort(bySortText);
			return { freshness, path: named.show(query.document.uri), items: items.map(toCompletion) };
		},
		async inlayHints(path, { from, to }, signal) {
			const query = await open(path, signal);
			const { document } = query;
			const shown = named.show(document.uri);
			const start = positionIn(document, { line: from, column: 1 }, shown);
			const end = document.lineAt(Math.min(to ?? document.lineCount, document.lineCount) - 1).range.end;
			const { answer, freshness } = await askUpToDate(query, () =>
				ask('inlay hints', query, ({ uri }) =>
					vscode.commands.executeCommand<vscode.InlayHint[] | undefined>(
						...(['vscode.executeInlayHintProvider', uri, new vscode.Range(start, end)] as const),
					),
				),
			);
			const hints = answer
				.toSorted((left, right) => left.position.compareTo(right.position))
				.filter(({ position }) => position.isAfterOrEqual(start) && position.isBeforeOrEqual(end))
				.map(toHint);
			const off = hints.length === 0 ? switchedOff(document) : undefined;
			return { freshness, path: shown, hints, ...(off !== undefined && { switchedOff: off }) };
		},
	};
}

function wordBefore(document: vscode.TextDocument, where: vscode.Position): string {
	const range = document.getWordRangeAtPosition(where);
	return range ? document.getText(new vscode.Range(range.start, where)).toLowerCase() : '';
}

function searchedText({ filterText, label }: vscode.CompletionItem): string {
	return filterText ?? nameOf(label);
}

function nameOf(label: vscode.CompletionItem['label']): string {
	return typeof label === 'string' ? label : label.label;
}

function bySortText(left: vscode.CompletionItem, right: vscode.CompletionItem): number {
	const [a, b] = [left.sortText ?? nameOf(left.label), right.sortText ?? nameOf(right.label)];
	return a < b ? -1 : a > b ? 1 : 0;
}

function toCompletion({ label, kind = vscode.CompletionItemKind.Property, detail }: vscode.CompletionItem): Completion {
	const added = typeof label === 'string' ? '' : [label.detail, label.description].filter(Boolean).join(' ').trim();
	const about = detail === undefined || detail === '' ? added : detail;
	return {
		name: nameOf(label),
		kind: vscode.CompletionItemKind[kind].replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase(),
		...(about !== '' && { detail: about.slice(0, 300) }),
	};
}

function toHint({ position, label, kind }: vscode.InlayHint): InlayHint {
	const text = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
	const word =
		kind === vscode.InlayHintKind.Type ? 'type' : kind === vscode.InlayHintKind.Parameter ? 'parameter' : undefined;
	return { ...toPosition(position), text: text.trim(), ...(word && { kind: word }) };
}

const SWITCHES = [
	'parameterNames.enabled',
	'parameterTypes.enabled',
	'variableTypes.enabled',
	'propertyDeclarationTypes.enabled',
	'functionLikeReturnTypes.enabled',
	'enumMemberValues.enabled',
];

/** TypeScript gives none unless the user has asked for a kind of them; then an empty answer says nothing about the code. */
function switchedOff({ languageId, uri }: vscode.TextDocument): string | undefined {
	if (!isTypeScriptLanguage(languageId)) {
		return undefined;
	}
	const section = languageId.startsWith('typescript') ? 'typescript' : 'javascript';
	const isOn = (name: string) =>
		[section, 'js/ts'].some(where => {
			const value: unknown = vscode.workspace.getConfiguration(`${where}.inlayHints`, uri).get(name);
			return value === true || (typeof value === 'string' && value !== 'none');
		});
	return SWITCHES.some(isOn) ? undefined : `${section}.inlayHints.*`;
}

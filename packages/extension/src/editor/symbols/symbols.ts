import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DefinitionKind, Symbols } from '@hawser/core/ports/symbols.ts';
import * as vscode from 'vscode';
import { toLocation } from '../language/definitions-at.ts';
import type { LanguageQueries } from '../language/language-queries.ts';
import type { LanguageAnswer, LanguageQuery } from '../language/language-query.ts';
import type { LanguageQuestion, LanguageServers } from '../language/language-servers.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import type { UnloadedScripts } from '../typescript/unloaded-scripts.ts';
import { createCallHierarchy } from './call-hierarchy.ts';
import { createCompletions } from './completions.ts';
import type { KeptReferences } from './kept-references.ts';
import { askAboutScripts, loadedReferences } from './loaded-references.ts';
import { type Target, toPlaces } from './locations.ts';
import { withNamePlaces } from './name-ranges.ts';
import { outlineTree } from './outline-tree.ts';
import { referencesFirst, withReferencesIn } from './reference-locations.ts';
import { createTypeHierarchy } from './type-hierarchy.ts';
import type { WorkspaceSymbols } from './workspace-symbols.ts';

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

const LOOKUPS = {
	definition: { question: 'definitions', command: 'vscode.executeDefinitionProvider' },
	declaration: { question: 'declarations', command: 'vscode.executeDeclarationProvider' },
	type: { question: 'type definitions', command: 'vscode.executeTypeDefinitionProvider' },
	implementation: { question: 'implementations', command: 'vscode.executeImplementationProvider' },
} as const satisfies Record<DefinitionKind, { question: LanguageQuestion; command: string }>;

export function createSymbols({
	named,
	languageQueries,
	languageServers,
	typeScript,
	workspaceSymbols,
	keptReferences,
	languageSupport,
	unloadedScripts,
}: {
	named: NamedFiles;
	languageQueries: LanguageQueries;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	workspaceSymbols: WorkspaceSymbols;
	keptReferences: KeptReferences;
	languageSupport: Pick<Symbols, 'languages'>;
	unloadedScripts: UnloadedScripts;
}): Symbols {
	const { open, ask, askUpToDate, everywhere, untilFound } = languageQueries;
	return {
		async outline(path, signal) {
			const query = await open(path, signal);
			const { answer, freshness } = await ask('outline', query, ({ uri }) =>
				vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
			);
			// Most calls begin with an outline: where a server that is starting has used up its time, other questions would use up theirs.
			if (answer.length === 0 && freshness === 'not_ready' && query.timeLimit.left().milliseconds <= 0) {
				throw hasNotAnswered(query.document);
			}
			return { freshness, symbols: withNamePlaces(outlineTree(answer), query.document) };
		},
		async definitions(path, position, signal, kind = 'definition') {
			const query = await open(path, signal, position);
			const { answer, freshness } = await askUpToDate(query, () => lookUp(kind, query));
			return { freshness, places: toPlaces(answer, named) };
		},
		async references(path, position, signal, { page = false } = {}) {
			const kept = page ? keptReferences.recall(path, position) : undefined;
			if (kept) {
				return { freshness: 'fresh', places: kept };
			}
			const query = await open(path, signal, position);
			const { answer, freshness, doubtfulFiles } = await askUpToDate(query, () =>
				everywhere(
					query,
					() => put('references', 'vscode.executeReferenceProvider', query),
					target => [toLocation(target)],
					withReferencesIn,
				),
			);
			const places = toPlaces(answer, named);
			if (freshness === 'fresh') {
				keptReferences.keep(path, position, places);
			}
			return { freshness, places, ...(doubtfulFiles && { doubtfulFiles }) };
		},
		async hover(path, position, signal) {
			const query = await open(path, signal, position);
			const { answer, freshness } = await askUpToDate(query, () =>
				untilFound(query, () =>
					ask('hovers', query, ({ uri }, where) =>
						vscode.commands.executeCommand<vscode.Hover[] | undefined>('vscode.executeHoverProvider', uri, where),
					),
				),
			);
			return { freshness, sections: answer.flatMap(({ contents }) => contents.map(toMarkdown)) };
		},
		...createCompletions({ named, languageQueries }),
		search: (query, signal) => workspaceSymbols.search(query, signal),
		languages: signal => languageSupport.languages(signal),
		...createCallHierarchy({ named, languageQueries, typeScript, unloadedScripts }),
		...createTypeHierarchy({ named, languageQueries, typeScript }),
	};

	function lookUp(kind: DefinitionKind, query: LanguageQuery): Promise<LanguageAnswer<Target>> {
		const { question, command } = LOOKUPS[kind];
		if (kind === 'implementation') {
			return implementations(query);
		}
		// In a language that does not tell the two apart, TypeScript among them, the definition is the declaration.
		if (kind === 'declaration' && languageServers.knows(query.document.languageId, question) === false) {
			return lookUp('definition', query);
		}
		return untilFound(
			query,
			() => put(question, command, query),
			target => (kind === 'definition' ? [toLocation(target)] : []),
		);
	}

	async function implementations(query: LanguageQuery): Promise<LanguageAnswer<Target>> {
		const { question, command } = LOOKUPS.implementation;
		if (!(await typeScript.answersFor(query.document, query.timeLimit.left()))) {
			const references = await referencesFirst(query, languageQueries);
			const found = await put(question, command, query);
			return { ...found, freshness: combineFreshness([found.freshness, references?.freshness ?? 'not_ready']) };
		}
		// One answer that is never empty: an interface that nothing here implements yet may be implemented elsewhere.
		const { answer, freshness } = await everywhere(
			query,
			async () => {
				const found = await put(question, command, query);
				return { ...found, answer: [found.answer] };
			},
			targets => targets.map(toLocation),
			async (unloaded, found) => {
				const places = await unloaded.places('implementations');
				return places && [...found, places.map(({ location }) => location)];
			},
		);
		const references = await loadedReferences(query, languageQueries);
		const elsewhere = await askAboutScripts(query, unloadedScripts, references)?.places('implementations');
		return { answer: [...answer.flat(), ...(elsewhere ?? []).map(({ location }) => location)], freshness };
	}

	function put(question: LanguageQuestion, command: string, query: LanguageQuery): Promise<LanguageAnswer<Target>> {
		return ask(question, query, ({ uri }, where) =>
			vscode.commands.executeCommand<Target[] | undefined>(command, uri, where),
		);
	}
}

function hasNotAnswered({ languageId }: vscode.TextDocument): ToolError {
	return new ToolError('E_NOT_READY', `The language server for ${languageId} files has not answered yet.`, {
		details: { language: languageId },
	});
}

/** VS Code gives MarkdownString, whatever form the provider chose. */
function toMarkdown(content: unknown): string {
	if (content instanceof vscode.MarkdownString) {
		return content.value;
	}
	return typeof content === 'string' ? content : '';
}

import type { Ports } from '@hawser/core/ports/ports.ts';
import type * as vscode from 'vscode';
import type { Consent } from './consent.ts';
import { createDebugger } from './debug/debugger.ts';
import type { DebugSessions } from './debug-sessions.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createDiskBases } from './disk-bases.ts';
import { createDocuments } from './documents.ts';
import { createEditor } from './editor.ts';
import { createFileLocks } from './file-locks.ts';
import { createFileNews } from './file-news.ts';
import { createFreshDocuments } from './fresh-document.ts';
import { createLanguageServers } from './language-servers.ts';
import { createPublishedDiagnostics, type PublishedDiagnostics } from './published-diagnostics.ts';
import { createRetiredDocuments } from './retired-documents.ts';
import { createSeenTexts } from './seen-texts.ts';
import { createSourceMentions } from './source-mentions.ts';
import { createSymbols } from './symbols.ts';
import { createTypeScriptNews } from './typescript-news.ts';
import { createTypeScriptServer } from './typescript-server.ts';
import { createWiderReferences } from './wider-references.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

export type EditorPorts = Pick<Ports, 'editor' | 'documents' | 'symbols' | 'diagnostics' | 'breakpoints' | 'debugger'>;

/** The ports on the editor, with what they share. Best given a `published` that has listened since the window started. */
export function createEditorPorts(
	paths: WorkspacePaths,
	consent: Consent,
	sessions: DebugSessions,
	published: PublishedDiagnostics = createPublishedDiagnostics(),
): EditorPorts & vscode.Disposable {
	const fileNews = createFileNews();
	const retired = createRetiredDocuments(fileNews);
	const freshDocuments = createFreshDocuments({ paths, fileNews, retired });
	const languageServers = createLanguageServers();
	const typeScript = createTypeScriptServer(fileNews);
	const mentions = createSourceMentions(fileNews);
	const widerReferences = createWiderReferences({ mentions, typeScript, fileNews });
	const typeScriptNews = createTypeScriptNews({ freshDocuments, fileNews, retired });
	const diskBases = createDiskBases();
	const writing = { paths, freshDocuments, diskBases, consent, seenTexts: createSeenTexts(), locks: createFileLocks() };
	const documents = createDocuments(writing);
	const debugging = createDebugger({ sessions, paths, freshDocuments, documents });
	const shared = { paths, freshDocuments, languageServers, typeScript };
	return {
		editor: createEditor(shared),
		documents,
		symbols: createSymbols({ ...shared, typeScriptNews, widerReferences }),
		diagnostics: createDiagnostics({ ...shared, typeScriptNews, published }),
		breakpoints: debugging.breakpoints,
		debugger: debugging.debugger,
		dispose() {
			debugging.dispose();
			published.dispose();
			retired.dispose();
			typeScript.dispose();
			diskBases.dispose();
			fileNews.dispose();
		},
	};
}

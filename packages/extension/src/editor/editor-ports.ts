import type { Ports } from '@hawser/core/ports/ports.ts';
import type * as vscode from 'vscode';
import { createConsent } from './consent.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createDocuments } from './documents.ts';
import { createEditor } from './editor.ts';
import { createFileNews } from './file-news.ts';
import { createFreshDocuments } from './fresh-document.ts';
import { createLanguageServers } from './language-servers.ts';
import type { Proposals } from './proposals.ts';
import { createPublishedDiagnostics, type PublishedDiagnostics } from './published-diagnostics.ts';
import { createRetiredDocuments } from './retired-documents.ts';
import { createSourceMentions } from './source-mentions.ts';
import { createSymbols } from './symbols.ts';
import { createTypeScriptNews } from './typescript-news.ts';
import { createTypeScriptServer } from './typescript-server.ts';
import { createWiderReferences } from './wider-references.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

export type EditorPorts = Pick<Ports, 'editor' | 'documents' | 'symbols' | 'diagnostics'>;

/** The ports on the editor, with what they share. Best given a `published` that has listened since the window started. */
export function createEditorPorts(
	paths: WorkspacePaths,
	proposals: Proposals,
	published: PublishedDiagnostics = createPublishedDiagnostics(),
): EditorPorts & vscode.Disposable {
	const consent = createConsent({ paths });
	const fileNews = createFileNews();
	const retired = createRetiredDocuments(fileNews);
	const freshDocuments = createFreshDocuments({ paths, fileNews, retired });
	const languageServers = createLanguageServers();
	const typeScript = createTypeScriptServer(fileNews);
	const mentions = createSourceMentions(fileNews);
	const widerReferences = createWiderReferences({ mentions, typeScript, fileNews });
	const typeScriptNews = createTypeScriptNews({ freshDocuments, fileNews, retired });
	const shared = { paths, freshDocuments, languageServers, typeScript };
	return {
		editor: createEditor({ ...shared, consent, proposals }),
		documents: createDocuments(shared),
		symbols: createSymbols({ ...shared, typeScriptNews, widerReferences }),
		diagnostics: createDiagnostics({ ...shared, typeScriptNews, published }),
		dispose() {
			consent.dispose();
			published.dispose();
			retired.dispose();
			typeScript.dispose();
			fileNews.dispose();
		},
	};
}

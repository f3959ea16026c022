import type { Ports } from '@hawser/core/ports/ports.ts';
import type * as vscode from 'vscode';
import { createDiagnostics } from './diagnostics.ts';
import { createDocuments } from './documents.ts';
import { createEditor } from './editor.ts';
import { createFreshDocuments } from './fresh-document.ts';
import { createLanguageServers } from './language-servers.ts';
import { createPublishedDiagnostics } from './published-diagnostics.ts';
import { createSymbols } from './symbols.ts';
import { createTypeScriptDiagnostics } from './typescript-diagnostics.ts';
import { createTypeScriptServer } from './typescript-server.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

export type EditorPorts = Pick<Ports, 'editor' | 'documents' | 'symbols' | 'diagnostics'>;

/** The ports on the editor, with what they share. Makes listeners only, so activation stays quick. */
export function createEditorPorts(paths: WorkspacePaths): EditorPorts & vscode.Disposable {
	const freshDocuments = createFreshDocuments(paths);
	const languageServers = createLanguageServers();
	const typeScript = createTypeScriptServer();
	const typeScriptDiagnostics = createTypeScriptDiagnostics({ paths, freshDocuments, typeScript });
	const published = createPublishedDiagnostics();
	const shared = { paths, freshDocuments, languageServers, typeScript };
	return {
		editor: createEditor(shared),
		documents: createDocuments(shared),
		symbols: createSymbols(shared),
		diagnostics: createDiagnostics({ ...shared, typeScriptDiagnostics, published }),
		dispose() {
			published.dispose();
		},
	};
}

import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { HiddenDocuments } from '../documents/hidden-documents.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { WatcherEvents } from '../documents/watcher-events.ts';
import type { ImportGraph } from '../language/import-graph.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { TypeScriptEvents } from '../language/typescript-events.ts';
import type { TypeScriptServer } from '../language/typescript-server.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { createBackgroundChecks } from './background-checks.ts';
import type { NotebookProblems } from './notebook-problems.ts';
import { createOtherProblems } from './other-problems.ts';
import { createProjectDocuments } from './project-documents.ts';
import { createProjectProblems, type ProjectProblems } from './project-problems.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { createScriptProblems } from './script-problems.ts';

/** Puts together what checks whole projects. */
export function createWholeProjectChecks(parts: {
	paths: WorkspacePaths;
	ripgrep: Ripgrep;
	languageFiles: LanguageFiles;
	freshDocuments: FreshDocuments;
	hiddenDocuments: HiddenDocuments;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	importGraph: ImportGraph;
	watcherEvents: WatcherEvents;
	published: PublishedDiagnostics;
	openNotebooks: OpenNotebooks;
	notebookProblems: NotebookProblems;
}): ProjectProblems & vscode.Disposable {
	const projectDocuments = createProjectDocuments(parts.hiddenDocuments);
	const scriptProblems = createScriptProblems({ ...parts, projectDocuments });
	const otherProblems = createOtherProblems({ ...parts, backgroundChecks: createBackgroundChecks(parts) });
	const { check } = createProjectProblems({ ...parts, scriptProblems, otherProblems });
	const subscriptions = vscode.Disposable.from(projectDocuments, scriptProblems);
	return {
		check,
		dispose() {
			subscriptions.dispose();
		},
	};
}

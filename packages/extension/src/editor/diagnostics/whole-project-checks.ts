import type { Problem } from '@hawser/core/ports/diagnostics.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import type { HiddenDocuments } from '../documents/hidden-documents.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { WatcherEvents } from '../documents/watcher-events.ts';
import type { ImportGraph } from '../language/import-graph.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptEvents } from '../typescript/typescript-events.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import { createBackgroundChecks } from './background-checks.ts';
import { createKeptDocuments } from './kept-documents.ts';
import type { NotebookProblems } from './notebook-problems.ts';
import { createOtherProblems } from './other-problems.ts';
import { createProjectProblems, type ProjectProblems } from './project-problems.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { createScriptProblems } from './script-problems.ts';

/** Documents that stay open for TypeScript, and so their projects loaded. */
const MAX_SCRIPTS = 12;
/** Vue's server takes a quarter of a second for each that is open whenever one is opened. */
const MAX_OTHERS = 6;

export interface Linting {
	/** What servers beside TypeScript say of a script that is in no tab: some speak only of those that are. Undefined when they do not. */
	lint(document: vscode.TextDocument, left: () => TimeLimit): Promise<readonly Problem[] | undefined>;
}

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
}): ProjectProblems & Linting & vscode.Disposable {
	const scripts = createKeptDocuments(parts.hiddenDocuments, MAX_SCRIPTS);
	const others = createKeptDocuments(parts.hiddenDocuments, MAX_OTHERS);
	const scriptProblems = createScriptProblems({ ...parts, keptDocuments: scripts });
	const backgroundChecks = createBackgroundChecks({ ...parts, keptDocuments: others });
	const otherProblems = createOtherProblems({ ...parts, keptDocuments: others, backgroundChecks });
	const { check } = createProjectProblems({ ...parts, scriptProblems, otherProblems });
	const subscriptions = vscode.Disposable.from(scripts, others, scriptProblems, otherProblems);
	return {
		check,
		async lint({ languageId, uri }, left) {
			const options = { left, progress: () => undefined };
			const { problems } = await otherProblems.check(languageId, [uri.fsPath], options);
			return problems.get(uri.fsPath);
		},
		dispose() {
			subscriptions.dispose();
		},
	};
}

import * as path from 'node:path';
import type { Ports } from '@hawser/core/ports/ports.ts';
import { createGit } from '@hawser/git/git.ts';
import { delay } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createCommandGuard } from './commands/command-guard.ts';
import { createCommands } from './commands/commands.ts';
import { createDebugger } from './debug/debugger.ts';
import { createCaptureOutput } from './debug/output/capture-output.ts';
import { createRecordings } from './debug/recording/recordings.ts';
import type { DebugSessions } from './debug/sessions/debug-sessions.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { createNotebookProblems } from './diagnostics/notebook-problems.ts';
import { createPublishedDiagnostics, type PublishedDiagnostics } from './diagnostics/published-diagnostics.ts';
import { createWholeProjectChecks } from './diagnostics/whole-project-checks.ts';
import { createDocuments } from './documents/documents.ts';
import { createFileLocks } from './documents/file-locks.ts';
import { createFreshDocuments } from './documents/fresh-document.ts';
import { createHiddenDocuments } from './documents/hidden-documents.ts';
import { createKnownVersions } from './documents/known-versions.ts';
import { createOpenNotebooks } from './documents/open-notebooks.ts';
import { createSaveConflicts } from './documents/save-conflicts.ts';
import { createSources } from './documents/sources.ts';
import { createWatcherEvents } from './documents/watcher-events.ts';
import { createWorkspaceEdits } from './documents/workspace-edits.ts';
import { createFileMoves } from './files/file-moves.ts';
import { createFiles } from './files/files.ts';
import { createMovePreparation } from './files/move-preparation.ts';
import { createTrash } from './files/trash.ts';
import { createVscodeGitWorkspace } from './git/vscode-git-workspace.ts';
import { createImportGraph } from './language/import-graph.ts';
import { createLanguageFiles } from './language/language-files.ts';
import { createLanguageQueries } from './language/language-queries.ts';
import { createLanguageServers } from './language/language-servers.ts';
import { createReferenceCandidates } from './language/reference-candidates.ts';
import { createReferenceChecks } from './language/reference-check.ts';
import { createScriptProjects } from './language/script-projects.ts';
import { createSourceMentions } from './language/source-mentions.ts';
import { createTypeScriptEvents } from './language/typescript-events.ts';
import { createTypeScriptServer } from './language/typescript-server.ts';
import { createWordMentions } from './language/word-mentions.ts';
import { createNotebooks } from './notebooks/notebooks.ts';
import { createProjects } from './project/projects.ts';
import { createConsent } from './questions/consent.ts';
import type { UserQuestions } from './questions/question.ts';
import { createIndentations } from './refactorings/indentations.ts';
import { createRefactorings } from './refactorings/refactorings.ts';
import { findRipgrep } from './search/find-ripgrep.ts';
import { createIgnoredFolders } from './search/ignored-folders.ts';
import { createRipgrep } from './search/ripgrep.ts';
import { createTextSearch } from './search/text-search.ts';
import { createSettings } from './settings/settings.ts';
import { createTemporarySettings } from './settings/temporary-settings.ts';
import { createNamedFiles } from './shared/named-files.ts';
import type { WorkspacePaths } from './shared/workspace-paths.ts';
import { createDeclarationCheck } from './symbols/declaration-check.ts';
import { createKeptReferences } from './symbols/kept-references.ts';
import { createLanguageSupport } from './symbols/language-support.ts';
import { createSymbols } from './symbols/symbols.ts';
import { createWorkspaceSymbols } from './symbols/workspace-symbols.ts';
import { createTasks } from './terminals/tasks.ts';
import { createTerminalFolder } from './terminals/terminal-folder.ts';
import { createTerminals } from './terminals/terminals.ts';
import { createTests } from './tests/tests.ts';
import { createEditor } from './workbench/editor.ts';
import { createGuides } from './workbench/guides.ts';
import type { Proposals } from './workbench/proposals.ts';

export type EditorPorts = Omit<Ports, 'windows' | 'databases'>;

interface SharedParts {
	paths: WorkspacePaths;
	questions: UserQuestions;
	proposals: Proposals;
	sessions: DebugSessions;
	home: string;
}

/** The ports on the editor, with what they share. Best given a `published` that has listened since the window started. */
export function createEditorPorts(
	{ paths, questions, proposals, sessions, home }: SharedParts,
	published: PublishedDiagnostics = createPublishedDiagnostics(),
): { ports: EditorPorts } & vscode.Disposable {
	const consent = createConsent({ paths, questions });
	const guard = createCommandGuard({ paths, consent });
	const watcherEvents = createWatcherEvents();
	const hiddenDocuments = createHiddenDocuments(watcherEvents);
	const freshDocuments = createFreshDocuments({ paths, watcherEvents, hiddenDocuments });
	const openNotebooks = createOpenNotebooks(paths);
	const languageServers = createLanguageServers();
	const indentations = createIndentations();
	const typeScript = createTypeScriptServer(watcherEvents);
	const ripgrep = createRipgrep(() => findRipgrep(vscode.env.appRoot));
	const mentions = createSourceMentions(ripgrep);
	const scriptProjects = createScriptProjects({ mentions, typeScript, freshDocuments });
	const importGraph = createImportGraph(ripgrep);
	const referenceCandidates = createReferenceCandidates({
		...{ mentions, scriptProjects, typeScript, watcherEvents },
		importGraph,
	});
	const languageFiles = createLanguageFiles();
	const wordMentions = createWordMentions(ripgrep);
	const referenceChecks = createReferenceChecks({ languageFiles, wordMentions, freshDocuments });
	const typeScriptEvents = createTypeScriptEvents({
		...{ freshDocuments, watcherEvents, hiddenDocuments, typeScript },
		ignoredFolders: createIgnoredFolders(ripgrep),
	});
	const saveConflicts = createSaveConflicts();
	const writing = {
		paths,
		freshDocuments,
		saveConflicts,
		consent,
		knownVersions: createKnownVersions(),
		locks: createFileLocks(),
		openNotebooks,
	};
	const documents = createDocuments(writing);
	const terminalFolder = createTerminalFolder(path.join(home, 'terminals'));
	const captureOutput = createCaptureOutput(terminalFolder);
	const debugging = createDebugger({
		sessions,
		paths,
		freshDocuments,
		documents,
		guard,
		outputs: terminalFolder,
		captureOutput,
	});
	const tests = createTests({ paths, followLaunch: debugging.followLaunch, captureOutput });
	const shared = { paths, freshDocuments, languageServers, typeScript };
	const loading = { freshDocuments, typeScript, typeScriptEvents, referenceCandidates };
	const terminalShared = { paths, folder: terminalFolder, named: new Map() };
	const terminals = createTerminals(terminalShared);
	const tasks = createTasks(terminalShared);
	const languageQueries = createLanguageQueries({ ...shared, ...loading, referenceChecks, openNotebooks });
	const files = createFiles({ paths, ripgrep, consent, trash: createTrash(path.join(home, 'trash')) });
	const git = createGit(createVscodeGitWorkspace(paths));
	const settings = createSettings({ paths, consent });
	const named = createNamedFiles(paths);
	const keptReferences = createKeptReferences(watcherEvents);
	const workspaceSymbols = createWorkspaceSymbols({
		...shared,
		...{ named, typeScriptEvents, mentions, scriptProjects, languageFiles, ripgrep },
		declarationCheck: createDeclarationCheck({ languageFiles, wordMentions, freshDocuments }),
	});
	const notebookProblems = createNotebookProblems({ ...shared, open: openNotebooks, published });
	const wholeProject = createWholeProjectChecks({
		...shared,
		...{ openNotebooks, notebookProblems },
		...{ ripgrep, languageFiles, published, typeScriptEvents, importGraph, watcherEvents, hiddenDocuments },
	});
	const ports: EditorPorts = {
		editor: createEditor({ ...shared, consent, proposals }),
		documents,
		files,
		textSearch: createTextSearch(ripgrep),
		symbols: createSymbols({
			named,
			languageQueries,
			languageServers,
			typeScript,
			workspaceSymbols,
			keptReferences,
			languageSupport: createLanguageSupport({ languageFiles, languageServers, ripgrep }),
		}),
		sources: createSources(named),
		diagnostics: createDiagnostics({
			...shared,
			...{ typeScriptEvents, published, openNotebooks, notebookProblems },
			projectProblems: wholeProject,
		}),
		refactorings: createRefactorings({
			...shared,
			...{ indentations, languageQueries, published, consent, guard },
			edits: createWorkspaceEdits(writing),
		}),
		fileMoves: createFileMoves({
			...writing,
			mentions,
			temporarySettings: createTemporarySettings(home),
			preparation: createMovePreparation(loading),
		}),
		breakpoints: debugging.breakpoints,
		debugger: debugging.debugger,
		recordings: createRecordings(sessions.recorder, paths),
		git,
		settings,
		commands: createCommands({ paths, guard }),
		projects: createProjects({ paths, files }),
		pauses: { wait: delay },
		guides: createGuides(path.join(import.meta.dirname, 'guides')),
		terminals,
		tasks,
		tests,
		notebooks: createNotebooks({ ...writing, open: openNotebooks }),
	};
	return {
		ports,
		dispose() {
			openNotebooks.dispose();
			tests.dispose();
			debugging.dispose();
			settings.dispose();
			git.dispose();
			tasks.dispose();
			terminals.dispose();
			terminalFolder.dispose();
			wholeProject.dispose();
			ripgrep.dispose();
			published.dispose();
			indentations.dispose();
			hiddenDocuments.dispose();
			typeScript.dispose();
			languageFiles.dispose();
			keptReferences.dispose();
			saveConflicts.dispose();
			watcherEvents.dispose();
		},
	};
}

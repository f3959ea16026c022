import * as path from 'node:path';
import type { Ports } from '@hawser/core/ports/ports.ts';
import { splitCellAddress } from '@hawser/core/text/notebook-text.ts';
import { createGit } from '@hawser/git/git.ts';
import { createWorkingBases } from '@hawser/git/working-base.ts';
import { delay } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createChanges } from './changes/changes.ts';
import { type ChangeUndo, createChangeUndo } from './changes/undo-changes.ts';
import { createCommandGuard } from './commands/command-guard.ts';
import { createCommands } from './commands/commands.ts';
import { createDebugger } from './debug/debugger.ts';
import { createCaptureOutput } from './debug/output/capture-output.ts';
import { createRecordings } from './debug/recording/recordings.ts';
import type { DebugSessions } from './debug/sessions/debug-sessions.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { createLinterStart } from './diagnostics/linter-start.ts';
import { createLinterWords } from './diagnostics/linter-words.ts';
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
import { createFollowAgents, type FollowSettings } from './follow/follow-agents.ts';
import { createVscodeGitWorkspace } from './git/vscode-git-workspace.ts';
import { createChangeRecorder } from './journal/change-recorder.ts';
import { createProjectJournals } from './journal/project-journals.ts';
import { createDeclarationCheck } from './language/declaration-check.ts';
import { createDeclaringFiles } from './language/declaring-files.ts';
import { createImportGraph } from './language/import-graph.ts';
import { createLanguageFiles } from './language/language-files.ts';
import { createLanguageQueries } from './language/language-queries.ts';
import { createLanguageServers } from './language/language-servers.ts';
import { createPluginEndings } from './language/plugin-endings.ts';
import { createReferenceCandidates } from './language/reference-candidates.ts';
import { createReferenceChecks } from './language/reference-check.ts';
import { createWordMentions } from './mentions/word-mentions.ts';
import { createNotebooks } from './notebooks/notebooks.ts';
import { type AgentsThere, createOutsideEdits } from './outside/outside-edits.ts';
import { createProjects } from './project/projects.ts';
import { createConsent, type FileRules, type GuardRules, NO_QUESTIONS } from './questions/consent.ts';
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
import { createKeptReferences } from './symbols/kept-references.ts';
import { createLanguageSupport } from './symbols/language-support.ts';
import { createSymbols } from './symbols/symbols.ts';
import { createWorkspaceSymbols } from './symbols/workspace-symbols.ts';
import { createTasks } from './terminals/tasks.ts';
import { createTerminalFolder } from './terminals/terminal-folder.ts';
import { createTerminals } from './terminals/terminals.ts';
import { createTests } from './tests/tests.ts';
import { createLoadedProjects } from './typescript/loaded-projects.ts';
import { createScriptProjects } from './typescript/script-projects.ts';
import { createSourceMentions } from './typescript/source-mentions.ts';
import { createTypeScriptEvents } from './typescript/typescript-events.ts';
import { createTypeScriptServer } from './typescript/typescript-server.ts';
import { createUnloadedScripts } from './typescript/unloaded-scripts.ts';
import { createEditor } from './workbench/editor.ts';
import { createGuides } from './workbench/guides.ts';
import type { Proposals } from './workbench/proposals.ts';

export type EditorPorts = Omit<Ports, 'windows' | 'databases' | 'catalogue'>;

interface SharedParts {
	paths: WorkspacePaths;
	questions: UserQuestions;
	proposals: Proposals;
	sessions: DebugSessions;
	home: string;
	/** What the user's rules say of what is guarded. */
	guardRules: GuardRules;
	/** What they say of files that would change. */
	fileRules: FileRules;
	warn: (text: string) => void;
	/** Hears that the journal of changes says something else than before. */
	journalChanged: () => void;
	agents: AgentsThere;
	follow: () => FollowSettings;
}

export interface EditorParts extends vscode.Disposable {
	ports: EditorPorts;
	/** Takes changes back for the user, who needs nobody's consent. */
	userUndo: ChangeUndo;
	showTerminal: (id: string) => void;
	/** An agent says, by a hook, that it has just written the file. */
	agentWrote: (file: string, client: string) => void;
}

/** The ports on the editor, with what they share. Best given a `published` that has listened since the window started. */
export function createEditorPorts(
	{
		paths,
		questions,
		proposals,
		sessions,
		home,
		guardRules,
		fileRules,
		warn,
		journalChanged,
		agents,
		follow,
	}: SharedParts,
	published: PublishedDiagnostics = createPublishedDiagnostics(),
): EditorParts {
	const consent = createConsent({ paths, questions, rules: guardRules, fileRules });
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
	const loadedProjects = createLoadedProjects(typeScript);
	const scriptProjects = createScriptProjects({ typeScript, freshDocuments, loadedProjects });
	const unloadedScripts = createUnloadedScripts({ typeScript, loadedProjects, watcherEvents });
	const importGraph = createImportGraph(ripgrep);
	const referenceCandidates = createReferenceCandidates({
		...{ mentions, scriptProjects, typeScript, watcherEvents },
		importGraph,
	});
	const languageFiles = createLanguageFiles();
	const wordMentions = createWordMentions(ripgrep);
	const referenceChecks = createReferenceChecks({ languageFiles, wordMentions, freshDocuments, languageServers });
	const pluginEndings = createPluginEndings();
	const typeScriptEvents = createTypeScriptEvents({
		...{ freshDocuments, watcherEvents, hiddenDocuments, typeScript },
		ignoredFolders: createIgnoredFolders(ripgrep),
		pluginEndings,
	});
	const saveConflicts = createSaveConflicts();
	const journals = createProjectJournals(home);
	const gitWorkspace = createVscodeGitWorkspace(paths);
	const following = createFollowAgents(follow);
	const outside = createOutsideEdits({
		...{ agents, journals, warn, changed: journalChanged },
		bases: createWorkingBases(gitWorkspace),
		recorder: createChangeRecorder({ journals, warn, changed: journalChanged, shown: following.changed }),
		shown: following.changed,
	});
	const writing = {
		recorder: outside.recorder,
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
	const declarationCheck = createDeclarationCheck({
		...{ languageFiles, languageServers, freshDocuments },
		declaringFiles: createDeclaringFiles({ languageFiles, wordMentions }),
	});
	const languageQueries = createLanguageQueries({
		...shared,
		...loading,
		...{ referenceChecks, declarationCheck, languageFiles, openNotebooks, unloadedScripts },
	});
	const files = createFiles({ ...writing, ripgrep, trash: createTrash(path.join(home, 'trash')) });
	const git = createGit(gitWorkspace);
	const settings = createSettings({ paths, consent });
	const named = createNamedFiles(paths);
	const keptReferences = createKeptReferences(watcherEvents);
	const workspaceSymbols = createWorkspaceSymbols({
		...shared,
		...{ named, typeScriptEvents, mentions, scriptProjects, unloadedScripts, languageFiles, ripgrep },
		declarationCheck,
	});
	const linterWords = createLinterWords();
	const linterStart = createLinterStart({ languageServers, linterWords });
	const notebookProblems = createNotebookProblems({ ...shared, open: openNotebooks, published });
	const wholeProject = createWholeProjectChecks({
		...shared,
		...{ openNotebooks, notebookProblems },
		...{ ripgrep, languageFiles, published, typeScriptEvents, importGraph, watcherEvents, hiddenDocuments },
	});
	const textSearch = createTextSearch(ripgrep);
	const edits = createWorkspaceEdits(writing);
	const ports: EditorPorts = {
		editor: createEditor({ ...shared, consent, proposals }),
		documents: {
			...documents,
			async read(path, signal) {
				const text = await documents.read(path, signal);
				if (follow().follow) {
					following.read(await paths.resolve(splitCellAddress(path)?.notebook ?? path));
				}
				return text;
			},
		},
		files,
		textSearch,
		symbols: createSymbols({
			named,
			languageQueries,
			languageServers,
			typeScript,
			workspaceSymbols,
			keptReferences,
			unloadedScripts,
			languageSupport: createLanguageSupport({ languageFiles, languageServers, ripgrep }),
		}),
		sources: createSources(named),
		diagnostics: createDiagnostics({
			...shared,
			...{
				typeScriptEvents,
				published,
				openNotebooks,
				notebookProblems,
				importGraph,
				languageFiles,
				linterWords,
				linterStart,
			},
			projectProblems: wholeProject,
			linting: wholeProject,
		}),
		refactorings: createRefactorings({
			...shared,
			...{ indentations, languageQueries, published, linterStart, consent, guard, ripgrep, textSearch, openNotebooks },
			edits,
		}),
		fileMoves: createFileMoves({
			...writing,
			mentions,
			temporarySettings: createTemporarySettings(home),
			preparation: createMovePreparation({ ...loading, scriptProjects }),
		}),
		changes: createChanges({
			...{ journals, paths, settled: outside.settled },
			undo: createChangeUndo({ paths, edits, freshDocuments }),
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
		showTerminal: terminals.show,
		agentWrote: outside.claim,
		userUndo: createChangeUndo({
			...{ paths, freshDocuments },
			edits: createWorkspaceEdits({ ...writing, consent: NO_QUESTIONS }),
		}),
		dispose() {
			outside.dispose();
			pluginEndings.dispose();
			following.dispose();
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
			linterWords.dispose();
			indentations.dispose();
			hiddenDocuments.dispose();
			loadedProjects.dispose();
			typeScript.dispose();
			languageFiles.dispose();
			keptReferences.dispose();
			saveConflicts.dispose();
			watcherEvents.dispose();
		},
	};
}

import * as style from 'node:path';
import type { Ports } from '@hawser/core/ports/ports.ts';
import * as vscode from 'vscode';
import { createBorrowedSettings } from './borrowed-settings.ts';
import { createCommandGuard } from './commands/command-guard.ts';
import { createCommands } from './commands/commands.ts';
import { createConsent } from './consent.ts';
import { createCaptureOutput } from './debug/capture-output.ts';
import { createDebugger } from './debug/debugger.ts';
import { createRecordings } from './debug/recording/recordings.ts';
import type { DebugSessions } from './debug-sessions.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createDiskBases } from './disk-bases.ts';
import { createDocuments } from './documents.ts';
import { createEditor } from './editor.ts';
import { createFileLocks } from './file-locks.ts';
import { createFileMoves } from './file-moves.ts';
import { createFileNews } from './file-news.ts';
import { createFiles } from './files.ts';
import { createFreshDocuments } from './fresh-document.ts';
import { createGit } from './git/git.ts';
import { createVscodeGitWorkspace } from './git/vscode-git-workspace.ts';
import { createGuides } from './guides.ts';
import { createIndentations } from './indentations.ts';
import { createLanguageServers } from './language-servers.ts';
import { createLanguageSubjects } from './language-subjects.ts';
import { createMovePreparation } from './move-preparation.ts';
import { createNamedFiles } from './named-files.ts';
import { createProjects } from './project/projects.ts';
import type { Proposals } from './proposals.ts';
import { createPublishedDiagnostics, type PublishedDiagnostics } from './published-diagnostics.ts';
import type { UserQuestions } from './questions/question.ts';
import { createRefactorings } from './refactorings.ts';
import { createRetiredDocuments } from './retired-documents.ts';
import { createScriptProjects } from './script-projects.ts';
import { findRipgrep } from './search/find-ripgrep.ts';
import { createRipgrep } from './search/ripgrep.ts';
import { createTextSearch } from './search/text-search.ts';
import { createSeenTexts } from './seen-texts.ts';
import { createSettings } from './settings/settings.ts';
import { createSourceMentions } from './source-mentions.ts';
import { createSources } from './sources.ts';
import { createSymbols } from './symbols.ts';
import { createTasks } from './terminals/tasks.ts';
import { createTerminalFolder } from './terminals/terminal-folder.ts';
import { createTerminals } from './terminals/terminals.ts';
import { createTests } from './tests/tests.ts';
import { createTrash } from './trash.ts';
import { createTypeScriptNews } from './typescript-news.ts';
import { createTypeScriptServer } from './typescript-server.ts';
import { delay } from './until.ts';
import { createWiderReferences } from './wider-references.ts';
import { createWorkspaceEdits } from './workspace-edits.ts';
import type { WorkspacePaths } from './workspace-paths.ts';
import { createWorkspaceSymbols } from './workspace-symbols.ts';

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
	const fileNews = createFileNews();
	const retired = createRetiredDocuments(fileNews);
	const freshDocuments = createFreshDocuments({ paths, fileNews, retired });
	const languageServers = createLanguageServers();
	const indentations = createIndentations();
	const typeScript = createTypeScriptServer(fileNews);
	const ripgrep = createRipgrep(() => findRipgrep(vscode.env.appRoot));
	const mentions = createSourceMentions(ripgrep);
	const scriptProjects = createScriptProjects({ mentions, typeScript });
	const widerReferences = createWiderReferences({ mentions, scriptProjects, typeScript, fileNews });
	const typeScriptNews = createTypeScriptNews({ freshDocuments, fileNews, retired, typeScript });
	const diskBases = createDiskBases();
	const writing = { paths, freshDocuments, diskBases, consent, seenTexts: createSeenTexts(), locks: createFileLocks() };
	const documents = createDocuments(writing);
	const terminalFolder = createTerminalFolder(style.join(home, 'terminals'));
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
	const loading = { freshDocuments, typeScript, typeScriptNews, widerReferences };
	const terminalShared = { paths, folder: terminalFolder, named: new Map() };
	const terminals = createTerminals(terminalShared);
	const tasks = createTasks(terminalShared);
	const subjects = createLanguageSubjects({ ...shared, ...loading });
	const files = createFiles({ paths, ripgrep, consent, trash: createTrash(style.join(home, 'trash')) });
	const git = createGit(createVscodeGitWorkspace(paths));
	const settings = createSettings({ paths, consent });
	const named = createNamedFiles(paths);
	const workspaceSymbols = createWorkspaceSymbols({ ...shared, named, typeScriptNews, mentions, scriptProjects });
	const ports: EditorPorts = {
		editor: createEditor({ ...shared, consent, proposals }),
		documents,
		files,
		textSearch: createTextSearch(ripgrep),
		symbols: createSymbols({ named, subjects, languageServers, workspaceSymbols }),
		sources: createSources(named),
		diagnostics: createDiagnostics({ ...shared, typeScriptNews, published }),
		refactorings: createRefactorings({
			...shared,
			...{ indentations, subjects, published, consent, guard },
			edits: createWorkspaceEdits(writing),
		}),
		fileMoves: createFileMoves({
			...writing,
			mentions,
			borrowed: createBorrowedSettings(home),
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
		guides: createGuides(style.join(import.meta.dirname, 'guides')),
		terminals,
		tasks,
		tests,
	};
	return {
		ports,
		dispose() {
			tests.dispose();
			debugging.dispose();
			settings.dispose();
			git.dispose();
			tasks.dispose();
			terminals.dispose();
			terminalFolder.dispose();
			ripgrep.dispose();
			published.dispose();
			indentations.dispose();
			retired.dispose();
			typeScript.dispose();
			diskBases.dispose();
			fileNews.dispose();
		},
	};
}

import * as path from 'node:path';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { CheckedFiles, CheckOptions } from '@hawser/core/ports/diagnostics.ts';
import { resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { FileLanguages } from '../language/file-languages.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import { isBuiltin, serverExtensions } from '../language/server-extensions.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { filesBelow } from '../search/visible-files.ts';
import { workspaceFiles } from '../search/workspace-files.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import type { NotebookProblems } from './notebook-problems.ts';
import type { OtherProblems } from './other-problems.ts';
import { projectAnswer } from './project-answer.ts';
import type { ScriptProblems } from './script-problems.ts';
import { isValidated } from './typescript-diagnostics.ts';

/** Checks every file below a folder, or of the whole workspace, that a language server checks. */
export interface ProjectProblems {
	check(folder: string | undefined, options: CheckOptions): Promise<CheckedFiles>;
}

/** The tool has 60 s; what is not done by then is done in the next call. */
const CALL_LIMIT = 48_000;
/** Each of them is opened in the editor. */
const MAX_NOTEBOOKS = 30;
/** Less is not enough for one. */
const TIME_FOR_NOTEBOOK = 3000;

export function createProjectProblems({
	paths,
	ripgrep,
	languageFiles,
	typeScript,
	scriptProblems,
	otherProblems,
	openNotebooks,
	notebookProblems,
}: {
	paths: WorkspacePaths;
	ripgrep: Ripgrep;
	languageFiles: LanguageFiles;
	typeScript: TypeScriptServer;
	scriptProblems: ScriptProblems;
	otherProblems: OtherProblems;
	openNotebooks: OpenNotebooks;
	notebookProblems: NotebookProblems;
}): ProjectProblems {
	return {
		async check(folder, { hints, signal, progress }) {
			const { left } = startTimeLimit(CALL_LIMIT, signal);
			progress('Looking for files');
			const all = await workspaceFiles(ripgrep, signal);
			const found = folder === undefined ? all : await filesOf(folder, all, left());
			const isNotebook = (file: string) => openNotebooks.isNotebook(vscode.Uri.file(file));
			const wanted = found.filter(file => !isNotebook(file));
			const { languageOf } = languageFiles;
			const byLanguage = groupByLanguage(wanted, languageOf);
			const scripts = new Set<string>();
			const others: [string, string[]][] = [];
			for (const [language, files] of byLanguage) {
				const [first = ''] = files;
				const byTypeScript = isTypeScriptLanguage(language) && (await isTypeScripts(language, first, left()));
				if (byTypeScript) {
					files.forEach(file => scripts.add(file));
				}
				// A linter beside TypeScript speaks only of files that are open.
				if (!byTypeScript || hasOtherServers(language)) {
					others.push([language, files]);
				}
			}
			const counts = new Map<string, number>();
			const total = [...byLanguage.values()].reduce((sum, files) => sum + files.length, 0);
			const report = (language: string) => (checked: number) => {
				counts.set(language, checked);
				const sum = [...counts.values()].reduce((left, right) => left + right, 0);
				progress(`Checked ${sum} of ${total} files`);
			};
			const [checkedScripts, ...checkedOthers] = await Promise.all([
				scriptProblems.check([...scripts], all, { left, hints, progress: report('scripts') }),
				...others.map(async ([language, files]) => ({
					language,
					...(await otherProblems.check(language, files, { left, progress: report(language) })),
				})),
			]);
			const answer = projectAnswer({ scripts: checkedScripts, others: checkedOthers, languageOf, paths });
			const notebooks = await checkNotebooks(found.filter(isNotebook), left);
			return {
				files: [...answer.files, ...notebooks.files],
				unchecked: [...answer.unchecked, ...notebooks.unchecked],
			};
		},
	};

	/** One after the other: each may need a tab. */
	async function checkNotebooks(files: readonly string[], left: () => TimeLimit): Promise<CheckedFiles> {
		const results: CheckedFiles[] = [];
		for (const [index, file] of files.entries()) {
			const uri = vscode.Uri.file(file);
			const hasTime = index < MAX_NOTEBOOKS && left().milliseconds > TIME_FOR_NOTEBOOK;
			const check = hasTime ? notebookProblems.check(uri, left).catch(unreadable(paths.show(uri))) : undefined;
			// VS Code takes as long as it likes to open one.
			const result = check && (await resultWithin(check, left()));
			if (result === undefined) {
				const rest = files.slice(index).map(unseen => paths.show(vscode.Uri.file(unseen)));
				results.push({ files: [], unchecked: [{ language: 'notebook', reason: 'not_reached', paths: rest }] });
				break;
			}
			results.push(result);
		}
		return {
			files: results.flatMap(({ files: some }) => some),
			unchecked: results.flatMap(({ unchecked }) => unchecked),
		};
	}

	/** A folder that is ignored is checked when it is named. */
	async function filesOf(folder: string, all: readonly string[], { signal }: TimeLimit): Promise<readonly string[]> {
		const below = all.filter(file => pathBelow(folder, file) !== undefined);
		if (below.length > 0) {
			return below;
		}
		const ignored = await filesBelow(folder, { globs: [], ignored: true }, ripgrep, signal);
		return ignored.map(file => path.join(folder, file)).filter(file => !file.split(path.sep).includes('node_modules'));
	}

	async function isTypeScripts(languageId: string, file: string, timeLimit: TimeLimit): Promise<boolean> {
		const uri = vscode.Uri.file(file);
		return isValidated({ languageId, uri }) && typeScript.answersFor({ languageId, uri }, timeLimit);
	}
}

function hasOtherServers(language: string): boolean {
	return serverExtensions(language).some(extension => !isBuiltin(extension));
}

function groupByLanguage(files: readonly string[], languageOf: FileLanguages): ReadonlyMap<string, string[]> {
	const groups = new Map<string, string[]>();
	for (const file of files) {
		const language = languageOf(file);
		if (language !== undefined) {
			const group = groups.get(language) ?? [];
			groups.set(language, group);
			group.push(file);
		}
	}
	return groups;
}

/** A broken notebook among the files of a project is one that nobody checks; anything else ends the call. */
function unreadable(path: string): (error: unknown) => CheckedFiles {
	return error => {
		if (!isToolError(error) || error.code === 'E_CANCELLED') {
			throw error;
		}
		return { files: [], unchecked: [{ language: 'notebook', reason: 'silent', paths: [path] }] };
	};
}

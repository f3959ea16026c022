import { stat } from 'node:fs/promises';
import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import { isToolError, ToolError } from '@hawser/core/errors/tool-error.ts';
import type { CheckedFiles, Diagnostics, FileProblems, Problem } from '@hawser/core/ports/diagnostics.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { isInTab } from '../documents/background-tabs.ts';
import { findDocument } from '../documents/find-document.ts';
import { type FreshDocuments } from '../documents/fresh-document.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { ImportGraph } from '../language/import-graph.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import { allTabs, tabUri } from '../shared/tab-uri.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptEvents, TypeScriptState } from '../typescript/typescript-events.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import type { LinterStart } from './linter-start.ts';
import type { LinterWords } from './linter-words.ts';
import type { NotebookProblems } from './notebook-problems.ts';
import { createPluginProblems } from './plugin-problems.ts';
import { orderProblems, toProblem } from './problems.ts';
import type { ProjectProblems } from './project-problems.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { closedFileProblems, isValidated, typeScriptProblems } from './typescript-diagnostics.ts';
import type { Linting } from './whole-project-checks.ts';

/** A tool has 30 s; this is less, so that an unfinished answer is reported as `not_ready` and not as a timeout. */
const CALL_LIMIT = 25_000;
/** For the few files that are open and belong to no project. */
const OUTSIDE_LIMIT = 8000;
const RELOAD_LIMIT = 1500;
/** A server that was just started and speaks at all speaks by then; the ones shipped with VS Code need 0.1 to 1 s. */
const SPEAK_LIMIT = 6000;
const AT_ONCE = 8;
/** A change rarely breaks more than what is being worked on; checking forty tabs after every edit would cost seconds. */
const TABS_AROUND = 15;
/** What more files import is better checked as a whole, with diagnostic_list. */
const MAX_IMPORTERS = 200;
const SCRIPT = /\.[cm]?[jt]sx?$/i;

type Left = () => TimeLimit;

export function createDiagnostics({
	paths,
	freshDocuments,
	languageFiles,
	languageServers,
	linterWords,
	linterStart,
	linting,
	typeScript,
	typeScriptEvents,
	published,
	projectProblems,
	openNotebooks,
	notebookProblems,
	importGraph,
}: {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	languageFiles: LanguageFiles;
	languageServers: LanguageServers;
	linterWords: LinterWords;
	linterStart: LinterStart;
	linting: Linting;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	published: PublishedDiagnostics;
	projectProblems: ProjectProblems;
	openNotebooks: OpenNotebooks;
	notebookProblems: NotebookProblems;
	importGraph: ImportGraph;
}): Diagnostics {
	const pluginProblems = createPluginProblems({ typeScript, paths });
	return {
		async check(path, options) {
			const { signal } = options;
			if (path === undefined) {
				const project = await projectProblems.check(undefined, options);
				return { ...project, files: [...project.files, ...(await outsideOf(project, signal))] };
			}
			const uri = await paths.resolve(path);
			if ((await kindOnDisk(uri)) === 'folder') {
				return projectProblems.check(uri.fsPath, options);
			}
			const { left } = startTimeLimit(CALL_LIMIT, signal);
			if (openNotebooks.isNotebook(uri)) {
				return notebookProblems.check(uri, left);
			}
			return { files: [await withLinters(uri, await checkFile(uri, left, updateOnce(left)), left)], unchecked: [] };
		},
		async around(named, milliseconds, signal, { alone } = { alone: false }) {
			const { left } = startTimeLimit(milliseconds, signal);
			const asked = await Promise.all(named.map(path => paths.resolve(path)));
			// Other notebooks are left out: each of their cells would have to be asked about.
			const inTabs = (alone ? [] : filesInTabs()).filter(uri => !openNotebooks.isNotebook(uri));
			const uris = new Map([...asked, ...inTabs.slice(0, TABS_AROUND)].map(uri => [uri.toString(), uri]));
			const isCheckable = (uri: vscode.Uri) => SCRIPT.test(uri.path) || isInTab(uri) || openNotebooks.isNotebook(uri);
			const checked = await checkAll([...uris.values()].filter(isCheckable), left, (uri, ...more) =>
				openNotebooks.isNotebook(uri) ? notebookProblems.checkInPlace(uri, left) : checkFile(uri, ...more),
			);
			// Others would need a tab of their own to be checked, and an edit must not open one.
			const others = [...uris.values()].filter(uri => !isCheckable(uri) && mayBeChecked(uri));
			return [...checked, ...others.map(notReady)];
		},
		async importersWithErrors(named, milliseconds, signal) {
			const { left } = startTimeLimit(milliseconds, signal);
			const changed = (await Promise.all(named.map(path => paths.resolve(path)))).map(({ fsPath }) => fsPath);
			if (!changed.every(file => SCRIPT.test(file)) || !(await typeScript.isRunning(left()))) {
				return undefined;
			}
			const dependents = await resultWithin(importGraph.dependents(changed, signal), left());
			const importers = [...(dependents ?? [])].filter(file => SCRIPT.test(file) && !changed.includes(file)).sort();
			if (dependents === undefined || importers.length > MAX_IMPORTERS) {
				return undefined;
			}
			await typeScriptEvents.deliver(left());
			const answers = await Promise.all(importers.map(file => errorsOf(vscode.Uri.file(file), left())));
			return {
				files: answers.flatMap(file => (file && file.problems.length > 0 ? [file] : [])),
				unchecked: answers.filter(file => file === undefined).length,
			};
		},
	};

	/** Some linters speak only of files in tabs. */
	async function withLinters(uri: vscode.Uri, checked: FileProblems, left: Left): Promise<FileProblems> {
		const document = findDocument(uri);
		if (document === undefined || !isTypeScriptLanguage(document.languageId)) {
			return checked;
		}
		if (!(await linterStart.ready(document, left))) {
			return { ...checked, freshness: combineFreshness([checked.freshness, 'not_ready']) };
		}
		if (isInTab(uri)) {
			const own = checked.problems.filter(problem => !isLinters(problem));
			return { ...checked, problems: orderProblems([...own, ...publishedProblems(uri).filter(isLinters)]) };
		}
		if (!linterWords.knows(document.languageId)) {
			return checked;
		}
		const found = await linting.lint(document, left);
		const others = (found ?? checked.problems).filter(isLinters);
		return {
			...checked,
			...(found === undefined && checked.freshness === 'fresh' && { freshness: 'not_ready' as const }),
			problems: orderProblems([...checked.problems.filter(problem => !isLinters(problem)), ...others]),
		};
	}

	function mayBeChecked(uri: vscode.Uri): boolean {
		const language = languageFiles.languageOf(uri.fsPath);
		return language !== undefined && languageServers.knows(language, 'diagnostics') !== false;
	}

	/** Errors of a script that need not be open; undefined when TypeScript has none to tell. */
	async function errorsOf(uri: vscode.Uri, timeLimit: TimeLimit): Promise<FileProblems | undefined> {
		if (timeLimit.milliseconds <= 0) {
			return undefined;
		}
		const context = { typeScript, paths, timeLimit, hints: false };
		const document = vscode.workspace.textDocuments.find(open => open.uri.toString() === uri.toString());
		const problems = document ? await typeScriptProblems(document, context) : await closedFileProblems(uri, context);
		const errors = problems?.filter(({ severity }) => severity === 'error');
		return errors && { path: paths.show(uri), freshness: 'fresh', problems: errors };
	}

	/** Files that the user has open, or that something has a problem with, though they do not belong to the project. */
	async function outsideOf({ files, unchecked }: CheckedFiles, signal: Cancellation): Promise<FileProblems[]> {
		const { left } = startTimeLimit(OUTSIDE_LIMIT, signal);
		const seen = new Set([...files.map(file => file.path), ...unchecked.flatMap(({ paths: unseen }) => unseen)]);
		const uris = new Map([...filesInTabs(), ...filesWithProblems()].map(uri => [uri.toString(), uri]));
		const outside = [...uris.values()].filter(uri => !seen.has(paths.show(uri)) && !openNotebooks.isNotebook(uri));
		return checkAll(outside, left, uri =>
			isInTab(uri) ? checkFile(uri, left, updateOnce(left)) : checkWithoutTab(uri, left, updateOnce(left)),
		);
	}

	async function checkAll(
		uris: readonly vscode.Uri[],
		left: Left,
		checkOne: typeof checkFile,
	): Promise<FileProblems[]> {
		const updateTypeScript = updateOnce(left);
		const inTime = async (uri: vscode.Uri) =>
			left().milliseconds > 0 ? checkOne(uri, left, updateTypeScript).catch(withoutChecker) : notReady(uri);
		const results: FileProblems[] = [];
		for (let start = 0; start < uris.length; start += AT_ONCE) {
			const batch = uris.slice(start, start + AT_ONCE);
			const checked = await Promise.all(batch.map(inTime));
			results.push(...checked.filter(result => result !== undefined));
		}
		return results;
	}

	async function checkFile(uri: vscode.Uri, left: Left, updateTypeScript: UpdateTypeScript): Promise<FileProblems> {
		const path = paths.show(uri);
		const { signal } = left();
		const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		if (newerText !== undefined) {
			return { path, freshness: 'stale', problems: publishedProblems(uri) };
		}
		if (await checkedByTypeScript(document, left)) {
			return checkTypeScript(document, left, updateTypeScript);
		}
		const { languageId } = document;
		if (languageServers.knows(languageId, 'diagnostics') === false) {
			throw new ToolError(
				'E_NO_LANGUAGE_SERVER',
				`No extension in this window checks ${languageId} files, so nothing is known about ${path}.`,
				{ details: { language: languageId } },
			);
		}
		await languageServers.start(languageId, left());
		const timeLimit = { signal, milliseconds: Math.min(SPEAK_LIMIT, left().milliseconds) };
		const known = languageServers.knows(languageId, 'diagnostics') === true;
		const { published: isPublished, result } = await published.settle(document, { timeLimit, known }, () =>
			publishedProblems(uri),
		);
		if (isPublished) {
			languageServers.learn(languageId, 'diagnostics');
		}
		const more = await pluginProblems.of(document, left());
		const isWhole = isPublished && more !== undefined;
		return { path, freshness: isWhole ? 'fresh' : 'not_ready', problems: orderProblems([...result, ...(more ?? [])]) };
	}

	async function checkedByTypeScript(document: vscode.TextDocument, left: Left): Promise<boolean> {
		return (await typeScript.answersFor(document, left())) && isValidated(document);
	}

	async function checkTypeScript(
		document: vscode.TextDocument,
		left: Left,
		updateTypeScript: UpdateTypeScript,
	): Promise<FileProblems> {
		const { uri } = document;
		const state = await updateTypeScript();
		const problems = await typeScriptProblems(document, { typeScript, paths, timeLimit: left() });
		if (problems === undefined) {
			// VS Code closes documents that nobody shows after three minutes, be they in use or not.
			return document.isClosed ? checkFile(uri, left, updateTypeScript) : notReady(uri);
		}
		const isCurrent = await linterWords.settle(document, left());
		return fromTypeScriptAnd(uri, problems, isCurrent ? state : 'behind');
	}

	/** For a file with problems that is in no tab: no tab is opened for it, TypeScript needs none. */
	async function checkWithoutTab(
		uri: vscode.Uri,
		left: Left,
		updateTypeScript: UpdateTypeScript,
	): Promise<FileProblems> {
		const { signal } = left();
		const { document } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		if (await checkedByTypeScript(document, left)) {
			return checkTypeScript(document, left, updateTypeScript);
		}
		const { mtimeMs } = await stat(uri.fsPath);
		const freshness = published.publishedSince(uri, mtimeMs) ? 'fresh' : 'stale';
		return { path: paths.show(uri), freshness, problems: publishedProblems(uri) };
	}

	function fromTypeScriptAnd(uri: vscode.Uri, problems: readonly Problem[], state: TypeScriptState): FileProblems {
		const others = publishedProblems(uri).filter(({ source }) => source !== 'ts');
		const freshness = state === 'behind' ? 'stale' : 'fresh';
		return { path: paths.show(uri), freshness, problems: orderProblems([...problems, ...others]) };
	}

	function notReady(uri: vscode.Uri): FileProblems {
		return { path: paths.show(uri), freshness: 'not_ready', problems: publishedProblems(uri) };
	}

	/** TypeScript is brought up to date once per call, however many files are checked. */
	function updateOnce(left: Left): UpdateTypeScript {
		let telling: Promise<TypeScriptState> | undefined;
		return () => (telling ??= typeScriptEvents.deliver(left()));
	}

	function publishedProblems(uri: vscode.Uri): Problem[] {
		return orderProblems(vscode.languages.getDiagnostics(uri).map(diagnostic => toProblem(diagnostic, paths)));
	}
}

function isLinters({ source }: Problem): boolean {
	return source !== 'ts';
}

type UpdateTypeScript = () => Promise<TypeScriptState>;

/** Among many files, one that nobody checks or that is gone is passed over; anything else ends the call. */
function withoutChecker(error: unknown): undefined {
	const passedOver = [
		'E_NO_LANGUAGE_SERVER',
		'E_FILE_NOT_FOUND',
		'E_FILE_BINARY',
		'E_FILE_TOO_LARGE',
		'E_NOTEBOOK_UNREADABLE',
	];
	if (!isToolError(error) || !passedOver.includes(error.code)) {
		throw error;
	}
}

function filesInTabs(): vscode.Uri[] {
	return allTabs()
		.map(tabUri)
		.filter(uri => uri !== undefined)
		.filter(({ scheme }) => scheme === 'file');
}

function filesWithProblems(): vscode.Uri[] {
	return vscode.languages
		.getDiagnostics()
		.filter(([uri, diagnostics]) => uri.scheme === 'file' && diagnostics.length > 0)
		.map(([uri]) => uri);
}

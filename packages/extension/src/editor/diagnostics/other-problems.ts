import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { Problem, UncheckedReason } from '@hawser/core/ports/diagnostics.ts';
import { resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { fileStamps } from '../imports/file-stamps.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { isTypeScriptLanguage } from '../typescript/typescript-server.ts';
import type { BackgroundChecks } from './background-checks.ts';
import type { KeptDocuments } from './kept-documents.ts';

export interface CheckedOthers {
	problems: ReadonlyMap<string, readonly Problem[]>;
	unchecked: ReadonlyMap<string, UncheckedReason>;
}

/** Checks files of one language other than TypeScript's, as many as one call can. */
export interface OtherProblems extends vscode.Disposable {
	check(
		languageId: string,
		files: readonly string[],
		options: { left: () => TimeLimit; progress: (checked: number) => void },
	): Promise<CheckedOthers>;
}

/** Some servers let every answer wait for a second, so that few at once would take long on an idle machine. */
const AT_ONCE = 16;
/** Each of them is opened in the editor; VS Code keeps fifty such documents. */
const MAX_OPENED = 120;
const TIME_FOR_OTHERS = 20_000;
/** A file that is opened when less is left is opened for nothing. */
const MIN_TIME = 1000;
/** Who looks at the time by himself ends within this; VS Code does not where it is busy with opening documents. */
const GRACE = 3000;
/** Larger files, such as lock files, were not written by hand. */
const MAX_SIZE = 1_000_000;
/** Files that decide what servers and linters say of all others. */
const CONFIGURATIONS =
	'**/{*.toml,*.lock,*.cfg,*.ini,*.mod,*.sum,package.json,composer.json,compile_commands.json,compile_flags.txt,CMakeLists.txt,requirements*.txt,*config*.{js,cjs,mjs,ts,json,yaml,yml},.eslintrc*,.eslintignore,.clangd,.clang-tidy,.editorconfig,.pylintrc,.flake8}';
/** A server that has said nothing about so many files will not speak of the others either. */
const PATIENCE = 3;

export function createOtherProblems({
	languageServers,
	backgroundChecks,
	keptDocuments,
}: {
	languageServers: LanguageServers;
	backgroundChecks: BackgroundChecks;
	keptDocuments: KeptDocuments;
}): OtherProblems {
	const known = new Map<string, { stamp: string; problems: readonly Problem[]; published: ReadonlySet<string> }>();
	/** How often each file was asked about in vain: where a call ends before all are checked, the next one begins with others. */
	const inVain = new Map<string, number>();
	const forget = () => known.clear();
	const forgetProblems = () => {
		for (const [file, { problems }] of known) {
			if (problems.length > 0) {
				known.delete(file);
			}
		}
	};
	const configurations = vscode.workspace.createFileSystemWatcher(CONFIGURATIONS);
	const subscriptions = vscode.Disposable.from(
		...[configurations, configurations.onDidChange(forget), configurations.onDidCreate(forget)],
		configurations.onDidDelete(forget),
		vscode.workspace.onDidChangeConfiguration(forget),
		vscode.extensions.onDidChange(forget),
		// They may have installed what was missing; it is rare that they take something away.
		vscode.window.onDidEndTerminalShellExecution(forgetProblems),
		vscode.tasks.onDidEndTaskProcess(forgetProblems),
	);
	return {
		dispose() {
			subscriptions.dispose();
		},
		async check(languageId, files, { left, progress }) {
			const problems = new Map<string, readonly Problem[]>();
			const unchecked = new Map<string, UncheckedReason>();
			if (languageServers.knows(languageId, 'diagnostics') === false) {
				files.forEach(file => unchecked.set(file, 'no_server'));
				return { problems, unchecked };
			}
			const { milliseconds, signal } = left();
			const ours = startTimeLimit(Math.min(milliseconds, TIME_FOR_OTHERS), signal);
			const stamps = await stampsOf(languageId, files, signal);
			const waiting: string[] = [];
			for (const file of files) {
				const found = known.get(file);
				if (found && found.stamp === stamps.get(file) && !isOutdone(file, found.published)) {
					problems.set(file, found.problems);
				} else if (sizeOf(file) > MAX_SIZE) {
					unchecked.set(file, 'too_large');
				} else {
					waiting.push(file);
				}
			}
			// Many servers speak once of a document, when it is opened: one that is open already may not show how they are made to speak.
			const order = (file: string) => 2 * (inVain.get(file) ?? 0) + (findDocument(vscode.Uri.file(file)) ? 1 : 0);
			const orders = new Map(waiting.map(file => [file, order(file)]));
			waiting.sort((left, right) => (orders.get(left) ?? 0) - (orders.get(right) ?? 0));
			let silent = 0;
			const speaks = () => silent < PATIENCE || problems.size > 0;
			for (let start = 0; start < waiting.length; start += start === 0 ? 1 : AT_ONCE) {
				// The first alone: it shows how the server is made to speak.
				const batch = waiting.slice(start, start === 0 ? 1 : start + AT_ONCE);
				const hasTime = start < MAX_OPENED && ours.left().milliseconds > MIN_TIME;
				if (hasTime && speaks()) {
					await Promise.all(batch.map(checkOne));
					await keptDocuments.release(ours.left());
					progress(problems.size);
				} else {
					batch.forEach(file => unchecked.set(file, hasTime ? 'silent' : 'not_reached'));
				}
			}
			return { problems, unchecked };

			async function checkOne(file: string): Promise<void> {
				const { milliseconds, signal } = ours.left();
				const limit = { signal, milliseconds: milliseconds + GRACE };
				const found = await resultWithin(inBackground(file, languageId, ours.left), limit);
				if (found) {
					problems.set(file, found);
					known.set(file, { stamp: stamps.get(file) ?? '', problems: found, published: publishedOf(file) });
					inVain.delete(file);
					return;
				}
				inVain.set(file, (inVain.get(file) ?? 0) + 1);
				if (ours.left().milliseconds > 0) {
					silent++;
					unchecked.set(file, 'silent');
				} else {
					unchecked.set(file, 'not_reached');
				}
			}
		},
	};

	/** True when a server has said something new of the file since, which is open still: it took longer than was waited for. */
	function isOutdone(file: string, published: ReadonlySet<string>): boolean {
		return [...publishedOf(file)].some(problem => !published.has(problem));
	}

	async function inBackground(file: string, languageId: string, left: () => TimeLimit) {
		try {
			return await backgroundChecks.check(vscode.Uri.file(file), languageId, left);
		} catch (error) {
			if (isToolError(error) && error.code === 'E_CANCELLED') {
				throw error;
			}
			return undefined;
		}
	}
}

/**
 * The servers that come with VS Code check each file by itself. What others say of a file may depend on every file of the
 * language, so there a change of one means that all are checked again.
 */
async function stampsOf(
	languageId: string,
	files: readonly string[],
	signal: TimeLimit['signal'],
): Promise<ReadonlyMap<string, string>> {
	const stamps = await fileStamps(files, signal);
	for (const { isDirty, uri, version } of vscode.workspace.textDocuments) {
		if (isDirty && stamps.has(uri.fsPath)) {
			stamps.set(uri.fsPath, `version ${version}`);
		}
	}
	if (isCheckedAlone(languageId)) {
		return stamps;
	}
	const all = createHash('sha256')
		.update(JSON.stringify([...stamps].sort()))
		.digest('hex');
	return new Map([...stamps].map(([file, stamp]) => [file, `${stamp} ${all}`]));
}

function publishedOf(file: string): ReadonlySet<string> {
	const all = vscode.languages.getDiagnostics(vscode.Uri.file(file));
	return new Set(all.map(({ range, message, source }) => JSON.stringify([range, message, source])));
}

const CHECKED_ALONE: ReadonlySet<string> = new Set(['json', 'jsonc', 'css', 'scss', 'less', 'html', 'markdown']);

/** Beside TypeScript stand linters, which look at one file at a time. */
function isCheckedAlone(languageId: string): boolean {
	return CHECKED_ALONE.has(languageId) || isTypeScriptLanguage(languageId);
}

function sizeOf(file: string): number {
	try {
		return statSync(file).size;
	} catch {
		return 0;
	}
}

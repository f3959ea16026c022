import { combineFreshness } from '@hawser/core/answers/combine-freshness.ts';
import type {
	CheckedFiles,
	FileProblems,
	Problem,
	UncheckedFiles,
	UncheckedReason,
} from '@hawser/core/ports/diagnostics.ts';
import * as vscode from 'vscode';
import type { FileLanguages } from '../language/file-languages.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { CheckedOthers } from './other-problems.ts';
import { orderProblems, toProblem } from './problems.ts';
import type { CheckedScripts } from './script-problems.ts';

/** Nobody expects these to be checked, so they are not counted as unchecked. */
const NEVER_CHECKED: ReadonlySet<string> = new Set(['plaintext', 'ignore', 'log', 'binary', 'code-text-binary']);

/** One answer from what TypeScript said, what the servers of other languages said, and what is published besides. */
export function projectAnswer({
	scripts,
	others,
	languageOf,
	paths,
}: {
	scripts: CheckedScripts;
	others: readonly ({ language: string } & CheckedOthers)[];
	languageOf: FileLanguages;
	paths: WorkspacePaths;
}): CheckedFiles {
	const publishedFor = new Map(vscode.languages.getDiagnostics().map(([uri, found]) => [uri.toString(), found]));
	const files = new Map<string, FileProblems>();
	const unchecked = new Map<string, UncheckedFiles & { paths: string[] }>();
	for (const [file, problems] of scripts.problems) {
		const freshness = scripts.state === 'behind' ? 'stale' : 'fresh';
		add(file, freshness, [...problems, ...published(file)]);
	}
	scripts.notReached.forEach(file => leaveOut(languageOf(file) ?? '', file, 'not_reached'));
	scripts.silent.forEach(file => leaveOut(languageOf(file) ?? '', file, 'silent'));
	for (const { language, problems, unchecked: reasons } of others) {
		problems.forEach((found, file) => {
			// What TypeScript itself publishes of an open file may be older than what it was asked for.
			add(file, 'fresh', scripts.problems.has(file) ? found.filter(({ source }) => source !== 'ts') : found);
		});
		reasons.forEach((reason, file) => {
			const found = published(file);
			if (scripts.problems.has(file)) {
				// TypeScript has checked it. Only a linter that speaks of other files may have something to add.
				if (reason === 'not_reached' && problems.size > 0) {
					leaveOut(language, file, reason);
				}
			} else if (found.length > 0) {
				// A task with a problem matcher, say: nobody knows of which state of the file it spoke.
				add(file, 'stale', found);
			} else if (!NEVER_CHECKED.has(language)) {
				leaveOut(language, file, reason);
			}
		});
	}
	const sorted = [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
	return { files: sorted, unchecked: [...unchecked.values()] };

	function add(file: string, freshness: FileProblems['freshness'], problems: readonly Problem[]): void {
		const before = files.get(file);
		files.set(file, {
			path: show(file),
			freshness: combineFreshness([freshness, before?.freshness ?? 'fresh']),
			problems: orderProblems([...(before?.problems ?? []), ...problems]),
		});
	}

	function leaveOut(language: string, file: string, reason: UncheckedReason): void {
		const key = `${language} ${reason}`;
		const group = unchecked.get(key) ?? { language, reason, paths: [] };
		unchecked.set(key, group);
		group.paths.push(show(file));
	}

	/** What is published besides TypeScript's own problems, which were asked for. */
	function published(file: string): Problem[] {
		const found = publishedFor.get(vscode.Uri.file(file).toString()) ?? [];
		return found.map(diagnostic => toProblem(diagnostic, paths)).filter(({ source }) => source !== 'ts');
	}

	function show(file: string): string {
		return paths.show(vscode.Uri.file(file));
	}
}

import { until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { LanguageQuery } from '../language/language-query.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { toRange } from '../shared/positions.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { TypeScriptServer } from '../typescript/typescript-server.ts';
import type { LinterStart } from './linter-start.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { isValidated, typeScriptProblems } from './typescript-diagnostics.ts';

/** Quick fixes are offered for published problems only, and servers publish them only for files in tabs. */
export interface CheckedDocuments {
	/**
	 * Runs while the problems in the range are published, if the kind of action needs any. `checked` is false where a server that may
	 * still be starting has not said anything: then it may have more to offer later.
	 */
	whileChecked<T>(
		subject: LanguageQuery,
		range: vscode.Range,
		kind: string | undefined,
		run: () => Promise<T>,
	): Promise<{ result: T; checked: boolean }>;
}

const WITHOUT_PROBLEMS = /^(?:refactor|source\.(?:organizeImports|sortImports|removeUnusedImports))/;
const SPEAK_LIMIT = 15_000;
/** When no problem is known, linters still get this time to find one. */
const LINTER_LIMIT = 1500;

export function createCheckedDocuments({
	paths,
	languageServers,
	typeScript,
	published,
	linterStart,
}: {
	paths: WorkspacePaths;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	published: PublishedDiagnostics;
	linterStart: LinterStart;
}): CheckedDocuments {
	return {
		async whileChecked(subject, range, kind, run) {
			const { document, timeLimit } = subject;
			const knows = languageServers.knows(document.languageId, 'diagnostics');
			if ((kind && WITHOUT_PROBLEMS.test(kind)) || knows === false) {
				return { result: await run(), checked: true };
			}
			await languageServers.start(document.languageId, timeLimit.left());
			const expected = await expectedProblems(subject, kind?.startsWith('source') ? undefined : range);
			if (expected === 0 && !hasOtherExtensions()) {
				return { result: await run(), checked: true };
			}
			const { milliseconds, signal } = timeLimit.left();
			// A server that is at rest and has never said anything of any file has nothing to say of this one either.
			const mayStillSpeak =
				knows === true || (expected === undefined && !languageServers.isSettled(document.languageId));
			const limit = expected === 0 || !mayStillSpeak ? LINTER_LIMIT : SPEAK_LIMIT;
			const settling = { timeLimit: { signal, milliseconds: Math.min(milliseconds, limit) }, known: knows === true };
			const { result: found, published: isPublished } = await published.settle(document, settling, async () => {
				const arePublished = () => problemsIn(document, range) >= (expected ?? 0);
				await until(vscode.languages.onDidChangeDiagnostics, arePublished, {
					signal,
					milliseconds: Math.min(timeLimit.left().milliseconds, LINTER_LIMIT),
				});
				const isLinted = expected === undefined || (await linterStart.ready(document, timeLimit.left));
				return { isLinted, result: await run() };
			});
			const isHeard = isPublished || expected !== undefined || !mayStillSpeak;
			return { result: found.result, checked: found.isLinted && isHeard };
		},
	};

	/** The number of problems that TypeScript has there; undefined when it does not say beforehand. */
	async function expectedProblems(
		{ document, timeLimit }: LanguageQuery,
		range?: vscode.Range,
	): Promise<number | undefined> {
		if (!(await typeScript.answersFor(document, timeLimit.left())) || !isValidated(document)) {
			return undefined;
		}
		const problems = await typeScriptProblems(document, { typeScript, paths, timeLimit: timeLimit.left() });
		const place = range && toRange(range);
		return problems?.filter(({ range: { start, end } }) => !place || touches(place, start.line, end.line)).length;
	}
}

function touches({ start, end }: ReturnType<typeof toRange>, firstLine: number, lastLine: number): boolean {
	return firstLine <= end.line && lastLine >= start.line;
}

function problemsIn({ uri }: vscode.TextDocument, { start, end }: vscode.Range): number {
	return vscode.languages
		.getDiagnostics(uri)
		.filter(({ range }) => range.start.line <= end.line && range.end.line >= start.line).length;
}

function hasOtherExtensions(): boolean {
	return vscode.extensions.all.some(({ isActive, packageJSON }) => {
		const manifest: unknown = packageJSON;
		const isBuiltin =
			typeof manifest === 'object' && manifest !== null && 'isBuiltin' in manifest && manifest.isBuiltin;
		return isActive && isBuiltin !== true;
	});
}

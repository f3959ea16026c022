import type { CheckedFiles, FileProblems, Problem, UncheckedReason } from '@hawser/core/ports/diagnostics.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay, limited, type TimeLimit, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { createBackgroundTabs, isInTab } from '../documents/background-tabs.ts';
import type { OpenNotebooks } from '../documents/open-notebooks.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import { orderProblems, toProblem } from './problems.ts';
import type { PublishedDiagnostics } from './published-diagnostics.ts';
import { isValidated, typeScriptProblems } from './typescript-diagnostics.ts';

/** Checks the code cells of notebooks, each of which is a document of its own. */
export interface NotebookProblems {
	/** The problems of all cells under the path of the notebook; cells whose language nobody checks are told as unchecked. */
	check(uri: vscode.Uri, left: () => TimeLimit): Promise<CheckedFiles>;
	/** The same without opening a tab, for comparing before and after a change. */
	checkInPlace(uri: vscode.Uri, left: () => TimeLimit): Promise<FileProblems>;
}

/** A server that was just started and speaks at all speaks by then. */
const SPEAK_LIMIT = 6000;
/** After a tab is closed its problems are withdrawn, which must not be taken for an answer. */
const WITHDRAWAL = 400;
/** Each is asked about by itself; a notebook with more is not checked at one go. */
const MAX_CELLS = 500;
/** Without a tab, what is published may only be the withdrawal of what was published in one. */
const NEVER = Number.POSITIVE_INFINITY;

interface CheckedCells {
	problems: readonly Problem[];
	checked: number;
	/** Cells by the reason for which nothing is known of them, and by their language. */
	unchecked: readonly { language: string; reason: UncheckedReason }[];
}

export function createNotebookProblems({
	paths,
	open,
	languageServers,
	typeScript,
	published,
}: {
	paths: WorkspacePaths;
	open: OpenNotebooks;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	published: PublishedDiagnostics;
}): NotebookProblems {
	const tabs = createBackgroundTabs();
	const leftAt = new Map<string, number>();
	return {
		async check(uri, left) {
			const path = paths.show(uri);
			const { problems, checked, unchecked } = await checkCells(uri, left, withTab);
			const reasons = new Map(unchecked.map(({ language, reason }) => [`${language} ${reason}`, { language, reason }]));
			const isComplete = unchecked.every(({ reason }) => reason === 'no_server');
			return {
				files: checked > 0 ? [{ path, freshness: isComplete ? 'fresh' : 'not_ready', problems }] : [],
				unchecked: [...reasons.values()].map(({ language, reason }) => ({ language, reason, paths: [path] })),
			};
		},
		async checkInPlace(uri, left) {
			const { problems, checked, unchecked } = await checkCells(uri, left, (_, run) => run(isInTab(uri) ? 0 : NEVER));
			const isWhole = checked > 0 && unchecked.every(({ reason }) => reason === 'no_server');
			return { path: paths.show(uri), freshness: isWhole ? 'fresh' : 'not_ready', problems };
		},
	};

	async function checkCells(uri: vscode.Uri, left: () => TimeLimit, inTab: typeof withTab): Promise<CheckedCells> {
		const document = await open.open(uri, left().signal);
		const code = document.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
		const problems: Problem[] = [];
		const unchecked: { language: string; reason: UncheckedReason }[] = [];
		const waiting: { cell: vscode.NotebookCell; number: number }[] = [];
		let checked = 0;
		// The position of a cell is looked for among all cells, so it is asked for once.
		const numbers = new Map(document.getCells().map((cell, index) => [cell, index + 1]));
		for (const cell of code) {
			const { languageId: language } = cell.document;
			const number = numbers.get(cell) ?? 0;
			if (languageServers.knows(language, 'diagnostics') === false) {
				unchecked.push({ language, reason: 'no_server' });
			} else if (checked + waiting.length >= MAX_CELLS || left().milliseconds <= 0) {
				unchecked.push({ language, reason: 'not_reached' });
			} else if (await checkedByTypeScript(cell.document, left)) {
				const found = await typeScriptProblems(cell.document, { typeScript, paths, timeLimit: left() });
				if (found) {
					checked++;
					problems.push(...found.map(problem => ({ ...problem, cell: number })));
				} else {
					unchecked.push({ language, reason: 'silent' });
				}
			} else {
				waiting.push({ cell, number });
			}
		}
		if (waiting.length > 0) {
			await inTab(
				uri,
				async since => {
					const silent = await untilSpoken(waiting, since, left);
					for (const { cell, number } of waiting) {
						const { languageId: language } = cell.document;
						if (silent.has(cell)) {
							unchecked.push({ language, reason: 'silent' });
						} else {
							checked++;
							languageServers.learn(language, 'diagnostics');
						}
						problems.push(...publishedProblems(cell).map(problem => ({ ...problem, cell: number })));
					}
				},
				left().signal,
			);
		}
		const ordered = numberedOrder(problems);
		return { problems: ordered, checked, unchecked };
	}

	async function checkedByTypeScript(document: vscode.TextDocument, left: () => TimeLimit): Promise<boolean> {
		return isTypeScriptLanguage(document.languageId) && isValidated(document) && (await typeScript.isRunning(left()));
	}

	/** Runs while the notebook is in a tab; `since` is the moment from which on what is published counts. */
	async function withTab(uri: vscode.Uri, run: (since: number) => Promise<void>, signal: Cancellation): Promise<void> {
		if (isInTab(uri)) {
			return run(0);
		}
		const key = uri.toString();
		await delay((leftAt.get(key) ?? 0) + WITHDRAWAL - Date.now(), signal);
		const since = Date.now();
		try {
			await tabs.whileInTab(uri, () => run(since));
		} finally {
			leftAt.set(key, Date.now());
		}
	}

	/** The cells of which nothing was published in time. */
	async function untilSpoken(
		cells: readonly { cell: vscode.NotebookCell }[],
		since: number,
		left: () => TimeLimit,
	): Promise<ReadonlySet<vscode.NotebookCell>> {
		const languages = new Set(cells.map(({ cell }) => cell.document.languageId));
		await Promise.all([...languages].map(language => languageServers.start(language, left())));
		const hasSpoken = ({ cell: { document } }: { cell: vscode.NotebookCell }) =>
			since === 0 ? published.publishedForNow(document.uri) : published.publishedSince(document.uri, since);
		const { milliseconds, signal } = left();
		const limit = { signal, milliseconds: since === NEVER ? 0 : Math.min(SPEAK_LIMIT, milliseconds) };
		await until(vscode.languages.onDidChangeDiagnostics, () => cells.every(hasSpoken), limit);
		const heard = await Promise.all(
			cells.map(
				async entry => hasSpoken(entry) && published.allSaid(entry.cell.document, limited(left(), SPEAK_LIMIT)),
			),
		);
		return new Set(cells.filter((_, index) => !heard[index]).map(({ cell }) => cell));
	}

	function publishedProblems({ document }: vscode.NotebookCell): readonly Problem[] {
		return orderProblems(vscode.languages.getDiagnostics(document.uri).map(diagnostic => toProblem(diagnostic, paths)));
	}
}

/** From top to bottom through the cells; the problems of one cell are in order already. */
function numberedOrder(problems: readonly Problem[]): readonly Problem[] {
	return [...problems].sort((left, right) => (left.cell ?? 0) - (right.cell ?? 0));
}

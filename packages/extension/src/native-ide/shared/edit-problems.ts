import { existsSync } from 'node:fs';
import type { Diagnostics, FileProblems, Problem } from '@hawser/core/ports/diagnostics.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import { candidatePaths } from '@hawser/node/path-rules.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';
import { foldersOnDisk } from '../../editor/shared/folders-on-disk.ts';
import { fromElsewhere, fromProblem, fromPublished, type IdeProblem } from './ide-problem.ts';
import type { ToldFiles } from './told-files.ts';

/** The problems of one file, as agents are told them. */
export interface IdeFileProblems {
	/** Absolute path. */
	path: string;
	problems: readonly IdeProblem[];
}

/**
 * The problems before and after an edit that an agent makes with its own tools. The agent shows its model what is new in the files that
 * it edited, and in no other. So what an edit breaks in files that import the edited one is told as a problem of the edited one too,
 * with the place in words: a model learns of it without asking.
 */
export interface EditProblems {
	/** Problems of a file that is about to be edited. */
	before(path: string, signal: Cancellation): Promise<IdeFileProblems>;
	/** Problems of all files of which something is known, the edited ones as they are now. */
	after(signal: Cancellation): Promise<readonly IdeFileProblems[]>;
}

export interface ProblemSources {
	load(): Promise<{ diagnostics: Diagnostics }>;
	told: Pick<ToldFiles, 'among'>;
}

/** Claude Code waits 500 ms before an edit, and stops asking after three answers that came too late. */
const BEFORE_LIMIT = 420;
/** It waits 2 s after an edit. */
const AFTER_LIMIT = 1750;
const MAX_EDITED = 50;
/** More of them say nothing more. */
const MAX_ELSEWHERE = 20;

/** One for each connection: what was edited is another matter for each agent. */
export function createEditProblems({ load, told }: ProblemSources): EditProblems {
	/** The edited files, with what was wrong elsewhere because of them; undefined where that is not known. */
	const edited = new Map<string, readonly IdeProblem[] | undefined>();

	function remember(path: string, elsewhere: readonly IdeProblem[] | undefined): void {
		setBounded(edited, path, elsewhere, MAX_EDITED);
	}

	/** What is wrong in the files that import this one; undefined when it is not known in time. */
	async function elsewhere(
		diagnostics: Diagnostics,
		path: string,
		milliseconds: number,
		signal: Cancellation,
	): Promise<readonly IdeProblem[] | undefined> {
		const found = await inTime(diagnostics.importersWithErrors([path], milliseconds, signal), milliseconds, signal);
		if (found === undefined || found.files.length === 0) {
			return found && [];
		}
		const { files } = found;
		// An error quotes the file that it is in.
		const tellable = await inTime(told.among(files.map(file => placeOf(file.path))), milliseconds, signal);
		return (
			tellable &&
			files
				.filter(file => tellable.has(placeOf(file.path)))
				.flatMap(file => file.problems.map(problem => fromElsewhere(file.path, problem)))
				.slice(0, MAX_ELSEWHERE)
		);
	}

	async function ownProblems(
		diagnostics: Diagnostics,
		path: string,
		milliseconds: number,
		signal: Cancellation,
	): Promise<readonly IdeProblem[]> {
		const asked = diagnostics.around([path], milliseconds, signal, { alone: true });
		const [file] = (await inTime(asked, milliseconds, signal)) ?? [];
		return file ? problemsOf(file) : published(path);
	}

	return {
		async before(path, signal) {
			const work = (async () => {
				if (!existsSync(path)) {
					remember(path, []);
					return [];
				}
				const [{ diagnostics }, tellable] = await Promise.all([load(), told.among([path])]);
				if (!tellable.has(path)) {
					return [];
				}
				const [own, others] = await Promise.all([
					ownProblems(diagnostics, path, BEFORE_LIMIT, signal),
					elsewhere(diagnostics, path, BEFORE_LIMIT, signal),
				]);
				// What was found after the last edit is still there, unless the user has mended it.
				remember(path, others ?? edited.get(path));
				return [...own, ...(edited.get(path) ?? [])];
			})();
			const problems = await inTime(work, BEFORE_LIMIT, signal);
			if (problems !== undefined) {
				return { path, problems };
			}
			remember(path, edited.get(path));
			const tellable = await inTime(told.among([path]), 0, signal);
			return { path, problems: tellable?.has(path) === true ? published(path) : [] };
		},
		async after(signal) {
			const files = new Map<string, readonly IdeProblem[]>();
			for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
				if (uri.scheme === 'file' && diagnostics.length > 0) {
					files.set(uri.fsPath, diagnostics.map(fromPublished));
				}
			}
			const work = async (path: string): Promise<void> => {
				const { diagnostics } = await load();
				const known = edited.get(path);
				const [own, others] = await Promise.all([
					ownProblems(diagnostics, path, AFTER_LIMIT, signal),
					// Without the state before, everything would look new.
					known && elsewhere(diagnostics, path, AFTER_LIMIT, signal),
				]);
				if (others) {
					edited.set(path, others);
				}
				files.set(path, [...own, ...(others ?? known ?? [])]);
			};
			await inTime(Promise.all([...edited.keys()].map(work)), AFTER_LIMIT, signal);
			const tellable = await told.among([...files.keys()]).catch(() => new Set<string>());
			return [...files].filter(([path]) => tellable.has(path)).map(([path, problems]) => ({ path, problems }));
		},
	};
}

/** The file that an answer names as agents see it. */
function placeOf(shown: string): string {
	const places = candidatePaths(
		shown,
		foldersOnDisk().map(({ name, uri }) => ({ name, path: uri.fsPath })),
	);
	return places.find(existsSync) ?? shown;
}

function problemsOf({ problems }: FileProblems): readonly IdeProblem[] {
	return problems.map((problem: Problem) => fromProblem(problem));
}

function published(path: string): readonly IdeProblem[] {
	return vscode.languages.getDiagnostics(vscode.Uri.file(path)).map(fromPublished);
}

/** Undefined when it does not come in time, or fails: a problem that cannot be looked up must not stop an agent. */
async function inTime<Value>(
	work: Promise<Value>,
	milliseconds: number,
	signal: Cancellation,
): Promise<Value | undefined> {
	work.catch(() => undefined);
	return resultWithin(work, { milliseconds, signal }).catch(() => undefined);
}

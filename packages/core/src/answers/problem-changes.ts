import { z } from 'zod';
import { freshness } from '../contract/parameters.ts';
import type { Call } from '../contract/tool.ts';
import { isToolError } from '../errors/tool-error.ts';
import type { Diagnostics, FileProblems, Problem } from '../ports/diagnostics.ts';
import { plural } from '../text/plural.ts';

const SHOWN = 10;
const IMPORTERS_SHOWN = 50;
/** Of the changed files: checking more would take longer than the change. */
const MAX_CHECKED = 20;
/** The user waits for neither: where a server needs longer, the answer says so. */
const BEFORE_LIMIT = 5000;
const AFTER_LIMIT = 8000;

const row = z.object({
	path: z.string(),
	cell: z.int().optional(),
	line: z.int(),
	severity: z.string(),
	message: z.string(),
});

/** Compares the problems before and after a change, in the changed files and in those the user has open. */
export const problemChanges = z.object({
	freshness: freshness.describe('not_ready: the language server had not finished; call diagnostic_list.'),
	appeared: z.array(row).describe(`The first ${SHOWN}.`),
	appearedTotal: z.int(),
	disappeared: z.array(row).describe(`The first ${SHOWN}.`),
	disappearedTotal: z.int(),
	errorsLeft: z.int().describe('Errors that these files have now.'),
	importers: z
		.array(z.object({ path: z.string(), errors: z.int(), line: z.int() }))
		.optional()
		.describe('Files that import what was changed and have errors, after a change of a declaration.'),
	importersTotal: z.int().optional(),
	unchecked: z
		.array(z.enum(['all', 'changed', 'importers']))
		.optional()
		.describe(
			'Not checked: all files, because nobody checks their language; some of those that were changed; some that import them.',
		),
});

export type ProblemChanges = z.infer<typeof problemChanges>;

/** Makes the change, and finds out which problems came and went with it. Never fails because of the latter. */
export async function withProblemChanges<Result>(
	diagnostics: Diagnostics,
	paths: readonly string[],
	call: Call,
	change: () => Promise<Result>,
	/** True when other files can see the change; asked after it. */
	isSeenOutside: () => boolean = () => false,
): Promise<{ result: Result; problems: ProblemChanges }> {
	const looked = paths.slice(0, MAX_CHECKED);
	const before = await look(diagnostics, looked, BEFORE_LIMIT, call);
	const result = await change();
	call.progress({ message: 'Changed; checking for problems' });
	const after = await look(diagnostics, looked, AFTER_LIMIT, call);
	const { isEveryImporterChecked = true, ...importers } = isSeenOutside()
		? await lookAtImporters(diagnostics, looked, call)
		: {};
	const unchecked = [
		...(after.length === 0 ? (['all'] as const) : []),
		...(paths.length > looked.length ? (['changed'] as const) : []),
		...(isEveryImporterChecked ? [] : (['importers'] as const)),
	];
	return {
		result,
		problems: { ...compareProblems(before, after), ...importers, ...(unchecked.length > 0 && { unchecked }) },
	};
}

async function lookAtImporters(diagnostics: Diagnostics, paths: readonly string[], { signal }: Call) {
	const found = await diagnostics.importersWithErrors(paths, AFTER_LIMIT, signal);
	const isEveryImporterChecked = found?.unchecked === 0;
	if (found === undefined || found.files.length === 0) {
		return { isEveryImporterChecked };
	}
	const rows = found.files.map(({ path, problems }) => ({
		path,
		errors: problems.length,
		line: problems[0]?.range.start.line ?? 1,
	}));
	return { isEveryImporterChecked, importers: rows.slice(0, IMPORTERS_SHOWN), importersTotal: rows.length };
}

async function look(
	diagnostics: Diagnostics,
	paths: readonly string[],
	milliseconds: number,
	{ signal }: Call,
): Promise<readonly FileProblems[]> {
	try {
		return await diagnostics.around(paths, milliseconds, signal);
	} catch (error) {
		if (!isToolError(error)) {
			throw error;
		}
		return paths.map(path => ({ path, freshness: 'not_ready', problems: [] }));
	}
}

export function compareProblems(before: readonly FileProblems[], after: readonly FileProblems[]): ProblemChanges {
	const known = new Map(before.map(file => [file.path, file]));
	const appeared: Row[] = [];
	const disappeared: Row[] = [];
	let state: FileProblems['freshness'] = 'fresh';
	for (const { path, freshness, problems: all } of after) {
		const problems = all.filter(isNoHint);
		const { freshness: knownFreshness, problems: knownProblems } = known.get(path) ?? {
			freshness: 'fresh',
			problems: [],
		};
		const earlier = { freshness: knownFreshness, problems: knownProblems.filter(isNoHint) };
		if (freshness !== 'fresh' || earlier.freshness !== 'fresh') {
			state = state === 'not_ready' || freshness === 'fresh' ? 'not_ready' : freshness;
			continue;
		}
		appeared.push(...without(problems, earlier.problems).map(problem => toRow(path, problem)));
		disappeared.push(...without(earlier.problems, problems).map(problem => toRow(path, problem)));
	}
	const errors = after.flatMap(file => file.problems).filter(problem => problem.severity === 'error');
	return {
		freshness: state,
		appeared: appeared.slice(0, SHOWN),
		appearedTotal: appeared.length,
		disappeared: disappeared.slice(0, SHOWN),
		disappearedTotal: disappeared.length,
		errorsLeft: errors.length,
	};
}

/** Hints grey code out; they are no reason to look at a change again. */
function isNoHint({ severity }: Problem): boolean {
	return severity !== 'hint';
}

type Row = z.infer<typeof row>;

/** Problems that move with their line stay the same, so the place does not count; how often each occurs does. */
function without(problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
	const left = new Map<string, number>();
	for (const other of others) {
		left.set(identity(other), (left.get(identity(other)) ?? 0) + 1);
	}
	return problems.filter(problem => {
		const count = left.get(identity(problem)) ?? 0;
		left.set(identity(problem), count - 1);
		return count <= 0;
	});
}

function identity({ severity, source, code, message }: Problem): string {
	return JSON.stringify([severity, source, code, message]);
}

function toRow(path: string, { range, severity, message, cell }: Problem): Row {
	return {
		path,
		...(cell !== undefined && { cell }),
		...{ line: range.start.line, severity, message: message.slice(0, 300) },
	};
}

const UNCHECKED = {
	all: [],
	changed: `(Only the first ${MAX_CHECKED} changed files were checked: call diagnostic_list.)`,
	importers: '(Files that use what was changed were not all checked: call diagnostic_list.)',
};

export function renderProblemChanges(changes: ProblemChanges): readonly string[] {
	const { freshness, appeared, appearedTotal, disappearedTotal, errorsLeft } = changes;
	const list = (rows: readonly Row[], total: number) =>
		total === 0
			? []
			: [
					`${plural(total, 'problem')} appeared:`,
					...rows.map(
						({ path, cell, line, severity, message }) =>
							`${path}${cell === undefined ? '' : ` cell ${cell}`}:${line}${severity === 'error' ? '' : ` ${severity}`}: ${message}`,
					),
					...(total > rows.length ? [`(and ${total - rows.length} more: call diagnostic_list)`] : []),
				];
	const { importers = [], importersTotal = 0, unchecked = [] } = changes;
	const isAll = freshness === 'fresh' && unchecked.length === 0;
	const nothing = appearedTotal + disappearedTotal + importersTotal === 0 && isAll;
	const broken = importers.map(({ path, line, errors }) => `${path}:${line}${errors === 1 ? '' : ` (${errors})`}`);
	return [
		...list(appeared, appearedTotal),
		...(importersTotal === 0
			? []
			: [
					`Errors in files that import it: ${broken.join(', ')}${importersTotal > importers.length ? ` and ${importersTotal - importers.length} more files` : ''}`,
				]),
		...(disappearedTotal === 0 ? [] : [`${plural(disappearedTotal, 'problem')} disappeared.`]),
		...(nothing ? [`No new problems${errorsLeft > 0 ? `; ${plural(errorsLeft, 'error')} as before` : ''}.`] : []),
		...(freshness === 'fresh' ? [] : ['(The language server has not checked the new text yet: call diagnostic_list.)']),
		...(freshness === 'fresh' ? unchecked.flatMap(what => UNCHECKED[what]) : []),
	];
}

import { z } from 'zod';
import { combineFreshness } from '../../answers/combine-freshness.ts';
import { takeWhileFits } from '../../answers/paging.ts';
import { freshness, path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import type { Problem, Severity, UncheckedReason } from '../../ports/diagnostics.ts';
import { pathFilter } from '../../text/glob.ts';
import { countOf, plural, tally } from '../../text/plural.ts';
import { tellFacts, windowFacts } from './window-facts.ts';

const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];

/** Only the first of these unreliable files are named; the count tells the rest. */
const UNSURE_SHOWN = 20;

/** With more problems than this, the places that they refer to are left to a question about one file. */
const RELATED_SHOWN = 5;

/** Of the files that were not checked, so many are named. */
const UNCHECKED_SHOWN = 3;

/** "No problems" would be taken for clean. */
const NOTHING_CHECKED = 'No file was checked. Name a file, or a folder with source files, with path.';

const REASONS: Record<UncheckedReason, string> = {
	no_server: 'no extension checks them',
	silent: 'their language server says nothing about them',
	too_large: 'too large',
	not_reached: 'out of time; call again to go on',
};

export const diagnosticList = defineTool({
	name: 'diagnostic_list',
	title: 'List problems',
	searchHint: 'problems type errors compile errors lint warnings eslint typescript check squiggles',
	description:
		'Gives the errors and warnings of a file, a folder or the whole project from its language servers, type errors included. Waits until they hold for the text as it is now and says so in freshness; "clean" means checked.',
	whenToUse:
		'Use it after every edit, instead of running the compiler. Without path it checks every file of the project, opened or not.',
	effect: 'reads',
	needs: ['diagnostics', 'windows', 'breakpoints'],
	timeout: 60_000,
	narrowBy: ['path', 'glob', 'severity', 'limit'],

	example: { path: 'src' },

	input: z.strictObject({
		path: path.optional().describe('File or folder; the whole project unless given.'),
		glob: z.string().optional().describe('Only these files, such as "src/**/*.ts, test".'),
		severity: z.enum(SEVERITIES).default('information').describe('The least severe kind to list.'),
		source: z.string().min(1).optional().describe('Only problems of this source, such as ts or eslint.'),
		limit: z.int().positive().max(1000).default(100).describe('Problems in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Problems to skip, to page.'),
		facts: unlisted(z.boolean().default(false).describe('Also tell about the system and the debugger.')),
	}),

	output: z.object({
		freshness: freshness.describe('The least certain of all files.'),
		checkedFiles: z.int(),
		counts: z.object({
			error: z.int(),
			warning: z.int(),
			information: z.int(),
			hint: z.int().describe('Of many files, hints are counted only with severity hint.'),
		}),
		total: z.int().describe('Problems that match the question.'),
		problems: z.array(
			z.object({
				path: z.string(),
				cell: z.int().optional().describe('Cell of a notebook; line and column count in it.'),
				line: z.int(),
				column: z.int(),
				endLine: z.int(),
				endColumn: z.int(),
				severity: z.enum(SEVERITIES),
				message: z.string(),
				source: z.string().optional(),
				code: z.string().optional(),
				related: z.array(z.object({ path: z.string(), line: z.int(), message: z.string() })).optional(),
			}),
		),
		unsure: z
			.array(z.object({ path: z.string(), freshness }))
			.optional()
			.describe('Files whose answer is not fresh.'),
		unchecked: z
			.array(
				z.object({
					language: z.string(),
					reason: z.enum(['no_server', 'silent', 'too_large', 'not_reached']),
					files: z.int(),
					paths: z.array(z.string()).describe('The first of them.'),
				}),
			)
			.optional()
			.describe('Files that were not checked.'),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
		...windowFacts,
	}),

	async run({ path, glob, severity, source, limit, offset, facts }, { diagnostics, windows, breakpoints }, call) {
		const isWanted = pathFilter(glob);
		const checked = await diagnostics.check(path, {
			hints: severity === 'hint',
			signal: call.signal,
			progress: message => call.progress({ message }),
		});
		const files = checked.files.filter(file => isWanted(file.path));
		const unchecked = checked.unchecked
			.map(group => ({ ...group, paths: group.paths.filter(isWanted) }))
			.filter(({ paths }) => paths.length > 0);
		const every = files.flatMap(file => file.problems.map(problem => ({ path: file.path, problem })));
		const worst = SEVERITIES.indexOf(severity);
		const matching = every
			.filter(({ problem }) => SEVERITIES.indexOf(problem.severity) <= worst)
			.filter(({ problem }) => source === undefined || problem.source === source)
			.sort((left, right) => SEVERITIES.indexOf(left.problem.severity) - SEVERITIES.indexOf(right.problem.severity));
		const page = matching.slice(offset, offset + limit).map(toRow);
		const shown = takeWhileFits(page, call.budget - 500, sizeOf);
		const next = offset + shown.length;
		const unsure = files.filter(file => file.freshness !== 'fresh');
		return {
			// Nothing checked is no proof of anything, and neither is a part.
			freshness:
				files.length === 0 || unchecked.some(({ reason }) => reason === 'silent' || reason === 'not_reached')
					? 'not_ready'
					: combineFreshness(files.map(file => file.freshness)),
			checkedFiles: files.length,
			counts: countBySeverity(every.map(({ problem }) => problem)),
			total: matching.length,
			problems: [...shown],
			...(unsure.length > 0 && {
				unsure: unsure.slice(0, UNSURE_SHOWN).map(file => ({ path: file.path, freshness: file.freshness })),
			}),
			...(unchecked.length > 0 && {
				unchecked: unchecked.map(({ language, reason, paths }) => ({
					language,
					reason,
					files: paths.length,
					paths: paths.slice(0, UNCHECKED_SHOWN),
				})),
			}),
			...(next < matching.length && { nextOffset: next }),
			...(facts && tellFacts(windows.status(), breakpoints.list().length)),
		};
	},

	render({ freshness, checkedFiles, counts, total, problems, unsure = [], unchecked = [], nextOffset }) {
		const notChecked = unchecked.length === 0 ? [] : [`Not checked: ${unchecked.map(describe).join('; ')}.`];
		if (checkedFiles === 0) {
			return [[NOTHING_CHECKED, ...notChecked].join('\n')];
		}
		const kinds = tally([
			[counts.error, 'error'],
			[counts.warning, 'warning'],
			[counts.information, 'info'],
			[counts.hint, 'hint'],
		]);
		const every = counts.error + counts.warning + counts.information + counts.hint;
		const found =
			every === total && kinds !== '' ? kinds : `${countOf(total, 'problem')}${kinds && ` (of all: ${kinds})`}`;
		const doubtful = unsure.map(file => file.path).join(', ');
		const certainty = freshness === 'fresh' ? '' : `; ${[freshness, doubtful].filter(Boolean).join(': ')}`;
		const head = `${found} in ${plural(checkedFiles, 'file')}${certainty}`;
		const more = nextOffset === undefined ? [] : [`(More: call again with offset ${nextOffset}.)`];
		const isNewFile = (index: number) => problems[index]?.path !== problems[index - 1]?.path;
		const full = problems.flatMap(
			({ path, cell, line, column, severity, message, source, code, related = [] }, index) => {
				const kind = [severity === 'error' ? '' : severity, source, code].filter(Boolean).join(' ');
				const first = `${cell === undefined ? '' : `cell ${cell}:`}${line}:${column}${kind && ` ${kind}`}: ${message}`;
				const others = problems.length > RELATED_SHOWN ? [] : related;
				return [
					...(isNewFile(index) ? [path] : []),
					first,
					...others.map(other => `  ${other.path === path ? 'line ' : `${other.path}:`}${other.line} ${other.message}`),
				];
			},
		);
		const short = problems.map(
			({ path, cell, line, severity, message }) =>
				`${placeOf(path, cell)}:${line} ${severity}: ${message.slice(0, 100)}`,
		);
		const top = [head, ...notChecked];
		return [[...top, ...full, ...more].join('\n'), [...top, ...short, ...more].join('\n'), top.join('\n')];
	},
});

/** Characters of the text that a model reads. The data has each path and place in full; it may be three times as long. */
function sizeOf(row: ReturnType<typeof toRow>): number {
	return Math.max(row.message.length + 40 + row.path.length / 2, JSON.stringify(row).length / 3);
}

interface Unchecked {
	language: string;
	reason: UncheckedReason;
	files: number;
	paths: readonly string[];
}

/** `12 yaml files (no extension checks them)`; where another call or a look at them may help, the first are named. */
function describe({ language, reason, files, paths }: Unchecked): string {
	const names = reason === 'no_server' ? '' : `: ${paths.join(', ')}${files > paths.length ? ' …' : ''}`;
	return `${plural(files, `${language} file`)} (${REASONS[reason]}${names})`;
}

/** `a.ts`, `b.ipynb cell 3`. */
function placeOf(path: string, cell: number | undefined): string {
	return cell === undefined ? path : `${path} cell ${cell}`;
}

function toRow({ path, problem }: { path: string; problem: Problem }) {
	const { severity, message, source, code, range, cell, related } = problem;
	return {
		path,
		...(cell !== undefined && { cell }),
		line: range.start.line,
		column: range.start.column,
		endLine: range.end.line,
		endColumn: range.end.column,
		severity,
		message,
		...(source !== undefined && { source }),
		...(code !== undefined && { code }),
		...(related && {
			related: related.map(other => ({ path: other.path, line: other.range.start.line, message: other.message })),
		}),
	};
}

function countBySeverity(problems: readonly Problem[]) {
	const count = (severity: Severity) => problems.filter(problem => problem.severity === severity).length;
	return { error: count('error'), warning: count('warning'), information: count('information'), hint: count('hint') };
}

import type { TextSearch } from '@hawser/core/ports/text-search.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { type FilteredFolder, filteredFolders } from './filtered-folders.ts';
import type { FoundFile } from './found-file.ts';
import { withoutDot } from './listed-paths.ts';
import { patternArguments } from './pattern-arguments.ts';
import { planPage } from './plan-page.ts';
import { readMatches } from './read-matches.ts';
import { regexFailure } from './regex-failure.ts';
import { type Ripgrep, RipgrepRefusal } from './ripgrep.ts';
import { unsavedTexts } from './unsaved-texts.ts';
import { filesIn } from './visible-files.ts';

/**
 * Counts first, then reads one page. Counting is as fast as ripgrep gets and its output is small, however many matches
 * there are; the second run sees only the few files of the page.
 */
export function createTextSearch(ripgrep: Ripgrep): TextSearch {
	return {
		async search(query, page, signal) {
			const pattern = patternArguments(query);
			try {
				const folders = filteredFolders(query);
				const found = (await Promise.all(folders.map(folder => countIn(folder, { pattern, ripgrep, signal })))).flat();
				found.sort((left, right) => (left.path < right.path ? -1 : 1));
				const planned = planPage(found, page);
				return {
					files: found.map(({ path, matches, unsaved }) => ({
						path,
						matches,
						...(unsaved !== undefined && { unsaved: true }),
					})),
					searchedNothing: found.length === 0 && !(await reachesFile(folders, ripgrep, signal)),
					matches: await readMatches(planned, { pattern, context: page.context, ripgrep, signal }),
				};
			} catch (error) {
				const isRegex = error instanceof RipgrepRefusal && /regex|PCRE2/.test(error.explanation);
				throw isRegex ? regexFailure(error.explanation) : error;
			}
		},
	};
}

async function reachesFile(
	folders: readonly FilteredFolder[],
	ripgrep: Ripgrep,
	signal: Cancellation,
): Promise<boolean> {
	const perFolder = await Promise.all(folders.map(folder => filesIn(folder, ripgrep, signal)));
	return perFolder.some(files => files.length > 0);
}

interface Question {
	pattern: readonly string[];
	ripgrep: Ripgrep;
	signal: Cancellation;
}

const COUNT = ['--count-matches', '--with-filename', '--null'];

async function countIn(folder: FilteredFolder, { pattern, ripgrep, signal }: Question): Promise<FoundFile[]> {
	const { path: cwd, prefix } = folder;
	const [output, unsaved] = await Promise.all([
		folder.withArguments(args =>
			ripgrep.output([...args, ...folder.reading, ...pattern, ...COUNT, '.'], { cwd, signal }),
		),
		unsavedTexts(folder, ripgrep, signal),
	]);
	const onDisk = parseCounts(output).filter(({ below }) => folder.includes(below) && !unsaved.has(below));
	const inEditor = await Promise.all(
		[...unsaved].map(async ([below, text]) => {
			const args = ['--no-config', '--text', ...pattern, ...COUNT, '-'];
			const [counted] = parseCounts(await ripgrep.output(args, { cwd, signal, stdin: text }));
			return { below, matches: counted?.matches ?? 0, unsaved: text };
		}),
	);
	return [...onDisk, ...inEditor].flatMap(file =>
		file.matches > 0 ? [{ unsaved: undefined, ...file, folder, path: prefix + file.below }] : [],
	);
}

/** Lines of `path`, NUL, count. A path may have line breaks in it; with --crlf, ripgrep writes such lines itself. */
function parseCounts(output: string): { below: string; matches: number }[] {
	const counts: { below: string; matches: number }[] = [];
	for (let start = 0, nul = output.indexOf('\0'); nul !== -1; nul = output.indexOf('\0', start)) {
		const end = output.indexOf('\n', nul);
		const stop = end === -1 ? output.length : end;
		counts.push({
			below: withoutDot(output.slice(start, nul)),
			matches: Number.parseInt(output.slice(nul + 1, stop), 10),
		});
		start = stop + 1;
	}
	return counts;
}

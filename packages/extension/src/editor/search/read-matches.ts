import type { TextMatch } from '@hawser/core/ports/text-search.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { eachLine } from './each-line.ts';
import type { FoundFile } from './found-file.ts';
import { withoutDot } from './listed-paths.ts';
import { type FilePlan, MatchReader } from './match-reader.ts';
import type { Ripgrep } from './ripgrep.ts';
import { parseMessage } from './ripgrep-messages.ts';

interface Question {
	pattern: readonly string[];
	context: number;
	ripgrep: Ripgrep;
	signal: Cancellation;
}

interface Planned {
	file: FoundFile;
	plan: FilePlan;
}

/** Windows takes command lines of 32 767 characters. */
const COMMAND_LINE = 20_000;

/** The matches of one page, in the order of the plan. */
export async function readMatches(planned: readonly Planned[], question: Question): Promise<readonly TextMatch[]> {
	const matches: TextMatch[] = [];
	for (const batch of batches(planned)) {
		matches.push(...(await readBatch(batch, question)));
	}
	return matches;
}

async function readBatch(
	batch: readonly Planned[],
	{ pattern, context, ripgrep, signal }: Question,
): Promise<readonly TextMatch[]> {
	const [first] = batch;
	if (first === undefined) {
		return [];
	}
	const { folder, unsaved } = first.file;
	const readers = batch.map(({ plan }) => new MatchReader(plan, context));
	const byPath = new Map(batch.map(({ file }, index) => [file.below, index]));
	// Text from standard input has no path of its own.
	let current = unsaved === undefined ? -1 : 0;
	const onLine = (json: string) => {
		const message = parseMessage(json);
		if (message.type === 'begin') {
			current = byPath.get(withoutDot(message.path)) ?? current;
			return true;
		}
		const wantsMore = readers[current]?.read(message) ?? true;
		return wantsMore || current < readers.length - 1;
	};
	const targets = unsaved === undefined ? batch.map(({ file }) => `./${file.below}`) : ['-'];
	// One thread keeps the files in order, so that the run can end with the last match of the page.
	const options = ['--no-config', '--no-messages', '--json', '--threads=1', `--context=${context}`];
	const text = unsaved === undefined ? {} : { stdin: unsaved };
	await ripgrep.run(
		[...options, ...(unsaved === undefined ? folder.reading : ['--text']), ...pattern, '--', ...targets],
		{
			cwd: folder.path,
			signal,
			...text,
			onOutput: eachLine(onLine),
		},
	);
	return readers.flatMap(reader => reader.matches);
}

/** Files that one run can read: of one folder, and not more than fit on a command line. */
function batches(planned: readonly Planned[]): readonly Planned[][] {
	const all: Planned[][] = [];
	let length = 0;
	for (const next of planned) {
		const batch = all.at(-1);
		const previous = batch?.at(-1)?.file;
		const together =
			previous?.folder === next.file.folder && previous.unsaved === undefined && next.file.unsaved === undefined;
		length += next.file.below.length + 5;
		if (batch && together && length < COMMAND_LINE) {
			batch.push(next);
		} else {
			all.push([next]);
			length = next.file.below.length;
		}
	}
	return all;
}

import { join } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { eachLine } from '../search/each-line.ts';
import { type FilteredFolder, filteredFolders } from '../search/filtered-folders.ts';
import { withoutDot } from '../search/listed-paths.ts';
import { locateSpans } from '../search/match-spans.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { parseMessage } from '../search/ripgrep-messages.ts';
import { unsavedTexts } from '../search/unsaved-texts.ts';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';
import type { TextPlace } from './code-mentions.ts';

/** The places of a word by the path of the file. */
export type Mentions = ReadonlyMap<string, readonly TextPlace[]>;

interface MentionOptions {
	/** Also where it is a part of a longer word, in letters of either case. */
	part?: boolean;
}

/** Finds a word as it stands in the workspace's files, unsaved edits included, without what .gitignore and the user's settings exclude. */
export interface WordMentions {
	find(word: string, globs: readonly string[], signal: Cancellation, options?: MentionOptions): Promise<Mentions>;
}

/** Larger files are read by hardly any server. */
const MAX_SOURCE_SIZE = '10M';
/** Lines of a file that are looked at. */
const MAX_LINES = 200;
/** Places of a file that are looked at: a line may be a whole file. */
const MAX_PLACES = 1000;

export function createWordMentions(ripgrep: Ripgrep): WordMentions {
	return {
		async find(word, globs, signal, { part = false } = {}) {
			if (foldersOnDisk().length === 0 || globs.length === 0) {
				return new Map();
			}
			const folders = filteredFolders({ include: globs, exclude: ['**/node_modules/**'], ignored: false });
			const found = await Promise.all(folders.map(folder => findIn(folder, word, part, signal)));
			return new Map(found.flat());
		},
	};

	async function findIn(
		folder: FilteredFolder,
		word: string,
		part: boolean,
		signal: Cancellation,
	): Promise<[string, readonly TextPlace[]][]> {
		const [onDisk, unsaved] = await Promise.all([
			placesOnDisk(folder, word, part, signal),
			unsavedTexts(folder, ripgrep, signal),
		]);
		for (const [path, text] of unsaved) {
			onDisk.set(path, folder.includes(path) ? placesIn(text, word, part).slice(0, MAX_PLACES) : []);
		}
		return [...onDisk]
			.filter(([, places]) => places.length > 0)
			.map(([path, places]) => [join(folder.path, path), places]);
	}

	async function placesOnDisk(
		folder: FilteredFolder,
		word: string,
		part: boolean,
		signal: Cancellation,
	): Promise<Map<string, TextPlace[]>> {
		const found = new Map<string, TextPlace[]>();
		let current: TextPlace[] = [];
		const question = [
			'--json',
			'--fixed-strings',
			...(part ? ['--ignore-case'] : ['--word-regexp', '--case-sensitive']),
			`--max-filesize=${MAX_SOURCE_SIZE}`,
			`--max-count=${MAX_LINES}`,
			`--regexp=${word}`,
			'.',
		];
		const read = eachLine(line => {
			const message = parseMessage(line);
			if (message.type === 'begin') {
				current = [];
				const path = withoutDot(message.path);
				if (folder.includes(path)) {
					found.set(path, current);
				}
			} else if (message.type === 'match') {
				const places = locateSpans(message.bytes, message.line, message.spans);
				const left = MAX_PLACES - current.length;
				current.push(...places.slice(0, left).map(({ line, column }) => ({ line: line - 1, character: column - 1 })));
			}
			return true;
		});
		await folder.withArguments(args =>
			ripgrep.run([...args, ...question], { cwd: folder.path, signal, onOutput: read }),
		);
		return found;
	}
}

const WORD_CHARACTER = /[\p{ID_Continue}$]/u;

export function placesIn(text: string, word: string, part = false): TextPlace[] {
	const isPart = (character: string) => !part && character !== '' && WORD_CHARACTER.test(character);
	const wanted = part ? word.toLowerCase() : word;
	return text.split('\n').flatMap((original, line) => {
		const content = part ? original.toLowerCase() : original;
		const places: TextPlace[] = [];
		for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
			if (!isPart(content.charAt(at - 1)) && !isPart(content.charAt(at + word.length))) {
				places.push({ line, character: at });
			}
		}
		return places;
	});
}

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
import type { NameQuery } from './name-query.ts';

/** The places of a word in a file, from top to bottom. */
export type Places = readonly TextPlace[];

/** The places of a word by the path of the file. */
export type Mentions = ReadonlyMap<string, Places>;

/** True when there may be more places in the file than these. */
export function isCut(places: Places): boolean {
	return places.length >= MAX_PLACES || new Set(places.map(({ line }) => line)).size >= MAX_LINES;
}

/** Finds names as they stand in the workspace's files, unsaved edits included, without what .gitignore and the user's settings exclude. */
export interface WordMentions {
	find(word: string, globs: readonly string[], signal: Cancellation): Promise<Mentions>;
	/** Places in names that match; undefined when there are too many to look at. */
	findNames(query: NameQuery, globs: readonly string[], signal: Cancellation): Promise<Mentions | undefined>;
}

/** What is looked for: by ripgrep, and in a text that is not on disk. */
interface Wanted {
	question: readonly string[];
	placesIn(text: string): readonly TextPlace[];
	/** More places than these in a folder are too many. */
	most: number;
}

/** Larger files are read by hardly any server. */
const MAX_SOURCE_SIZE = '10M';
/** Lines of a file that are looked at. */
const MAX_LINES = 200;
/** Places of a file that are looked at: a line may be a whole file. */
const MAX_PLACES = 1000;

const LIMITS = [`--max-filesize=${MAX_SOURCE_SIZE}`, `--max-count=${MAX_LINES}`];
/** Places of names that only resemble what is looked for. */
const MAX_NAMES = 20_000;

export function createWordMentions(ripgrep: Ripgrep): WordMentions {
	return {
		async find(word, globs, signal) {
			const question = ['--fixed-strings', '--word-regexp', '--case-sensitive', `--regexp=${word}`];
			const wanted = { question, placesIn: (text: string) => placesIn(text, word), most: Number.POSITIVE_INFINITY };
			return (await findAll(wanted, globs, signal)) ?? new Map();
		},
		findNames(query, globs, signal) {
			const question = ['--case-sensitive', ...query.patterns.map(pattern => `--regexp=${pattern}`)];
			return findAll({ question, placesIn: text => namesIn(text, query), most: MAX_NAMES }, globs, signal);
		},
	};

	async function findAll(
		wanted: Wanted,
		globs: readonly string[],
		signal: Cancellation,
	): Promise<Mentions | undefined> {
		if (foldersOnDisk().length === 0 || globs.length === 0) {
			return new Map();
		}
		const folders = filteredFolders({ include: globs, exclude: ['**/node_modules/**'], ignored: false });
		const found = await Promise.all(folders.map(folder => findIn(folder, wanted, signal)));
		return found.includes(undefined) ? undefined : new Map(found.flatMap(places => places ?? []));
	}

	async function findIn(
		folder: FilteredFolder,
		wanted: Wanted,
		signal: Cancellation,
	): Promise<[string, readonly TextPlace[]][] | undefined> {
		const [onDisk, unsaved] = await Promise.all([
			placesOnDisk(folder, wanted, signal),
			unsavedTexts(folder, ripgrep, signal),
		]);
		if (onDisk === undefined) {
			return undefined;
		}
		for (const [path, text] of unsaved) {
			onDisk.set(path, folder.includes(path) ? wanted.placesIn(text).slice(0, MAX_PLACES) : []);
		}
		return [...onDisk]
			.filter(([, places]) => places.length > 0)
			.map(([path, places]) => [join(folder.path, path), places]);
	}

	/** Undefined when there are too many. */
	async function placesOnDisk(
		folder: FilteredFolder,
		{ question, most }: Wanted,
		signal: Cancellation,
	): Promise<Map<string, readonly TextPlace[]> | undefined> {
		const found = new Map<string, TextPlace[]>();
		let current: TextPlace[] = [];
		let count = 0;
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
				count += places.length;
			}
			return count <= most;
		});
		await folder.withArguments(args =>
			ripgrep.run([...args, '--json', ...LIMITS, ...question, '.'], { cwd: folder.path, signal, onOutput: read }),
		);
		return count > most ? undefined : found;
	}
}

/** As ripgrep sees words, and unlike languages in which a dollar is a letter: it may also stand before a name. */
const WORD_CHARACTER = /\p{ID_Continue}/u;

export function placesIn(text: string, word: string): TextPlace[] {
	const isPart = (character: string) => character !== '' && WORD_CHARACTER.test(character);
	return text.split('\n').flatMap((content, line) => {
		const places: TextPlace[] = [];
		for (let at = content.indexOf(word); at !== -1; at = content.indexOf(word, at + word.length)) {
			if (!isPart(content.charAt(at - 1)) && !isPart(content.charAt(at + word.length))) {
				places.push({ line, character: at });
			}
		}
		return places;
	});
}

const NAMES = /[\p{ID_Continue}$]+/gu;

function namesIn(text: string, query: NameQuery): TextPlace[] {
	return text
		.split('\n')
		.flatMap((content, line) =>
			[...content.matchAll(NAMES)]
				.filter(([name]) => query.matches(name))
				.map(({ index }) => ({ line, character: index })),
		);
}

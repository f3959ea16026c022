import { recordOf } from '../data/plain-data.ts';
import type { CatalogueTool } from '../ports/catalogue.ts';

type Searched = Pick<CatalogueTool, 'name' | 'title' | 'description' | 'searchHint' | 'inputSchema'>;

/** How much a word says where it is found. */
const WEIGHTS = { name: 8, hint: 7, title: 4, description: 2, argument: 1 };
/** A word that only begins like another one says less. */
const BEGINNING = 0.5;
const MIN_BEGINNING = 4;
/** What has less than this part of the best score was not meant. */
const WORTH_NAMING = 0.25;

/** Words that say nothing about what is looked for. */
const EMPTY = new Set(
	'a about all an and any are as at be by can do does for from get give has have how i if in is it its make me my of on or please show tell that the then there these this to tool tools use want was we what when where which who why will with you your'.split(
		' ',
	),
);

/**
 * The tools that have a word of the query, best first. A rare word counts for more than one that half of the tools have, and each word
 * counts once, where it says most.
 */
export function rankTools<Tool extends Searched>(tools: readonly Tool[], query: string): readonly Tool[] {
	const wanted = [...new Set(wordsOf(query))].filter(word => !EMPTY.has(word));
	const asked = wanted.length > 0 ? wanted : wordsOf(query);
	const indexed = tools.map(tool => ({ tool, fields: fieldsOf(tool) }));
	const scores = asked.map(word => indexed.map(({ fields }) => scoreOf(word, fields)));
	const rarity = scores.map(found => Math.log(1 + tools.length / (1 + found.filter(score => score > 0).length)));
	const exact = query.toLowerCase();
	const ranked = indexed.map(({ tool }, index) => ({
		tool,
		score:
			(exact.includes(tool.name) ? 1000 : 0) +
			scores.reduce((sum, found, word) => sum + (found[index] ?? 0) * (rarity[word] ?? 0), 0),
	}));
	const least = Math.max(...ranked.map(({ score }) => score)) * WORTH_NAMING;
	return ranked
		.filter(({ score }) => score > 0 && score >= least)
		.sort((left, right) => right.score - left.score)
		.map(({ tool }) => tool);
}

type Fields = readonly (readonly [weight: number, words: ReadonlySet<string>])[];

function fieldsOf({ name, title, description, searchHint = '', inputSchema }: Searched): Fields {
	return [
		[WEIGHTS.name, new Set(wordsOf(name))],
		[WEIGHTS.hint, new Set(wordsOf(searchHint))],
		[WEIGHTS.title, new Set(wordsOf(title))],
		[WEIGHTS.description, new Set(wordsOf(description))],
		[WEIGHTS.argument, new Set(wordsOf(Object.keys(recordOf(inputSchema['properties'])).join(' ')))],
	];
}

function scoreOf(word: string, fields: Fields): number {
	return Math.max(
		0,
		...fields.map(([weight, words]) => (words.has(word) ? weight : beginsLike(word, words) ? weight * BEGINNING : 0)),
	);
}

function beginsLike(word: string, words: ReadonlySet<string>): boolean {
	return (
		word.length >= MIN_BEGINNING &&
		[...words].some(other => other.length >= MIN_BEGINNING && (other.startsWith(word) || word.startsWith(other)))
	);
}

function wordsOf(text: string): string[] {
	return text
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(word => word !== '')
		.map(stemOf);
}

/** `errors` and `error`, `renaming` and `rename`, `stepped` and `step` are one word. */
function stemOf(word: string): string {
	if (word.length <= 3) {
		return word;
	}
	const stem = word.replace(/(?:ies)$/, 'y').replace(/(?<=[^s])s$/, '');
	const root = stem.replace(/(?:ing|ed)$/, '');
	if (root.length < 3 || root === stem) {
		return stem.replace(/(?<=...)e$/, '');
	}
	return root.replace(/([^aeiouls])\1$/, '$1').replace(/(?<=...)e$/, '');
}

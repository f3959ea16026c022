import { escapeForRegExp } from '@hawser/core/text/glob.ts';

/** Which names somebody means who looks for symbols. */
export interface NameQuery {
	/** What stands before a dot, two colons or a blank is about where the name is declared. */
	name: string;
	/** What ripgrep has to find in a text with such a name; it finds more than that. */
	patterns: readonly string[];
	matches(name: string): boolean;
}

const BETWEEN_NAMES = /[^\p{ID_Continue}$]+/u;

/**
 * A name counts when it has the query in it, or words that begin with those of the query; `loosely`, also when its letters come in this
 * order, which is what servers with a sense for slips of the pen list. Undefined when there is no name in the query.
 */
export function nameQuery(query: string, { loosely = false } = {}): NameQuery | undefined {
	const name = query.split(BETWEEN_NAMES).findLast(word => word !== '');
	if (name === undefined) {
		return undefined;
	}
	const lower = name.toLowerCase();
	const words = wordsOf(name);
	return {
		name,
		patterns: loosely
			? [Array.from(name, letter => `(?i:${escapeForRegExp(letter)})`).join('[\\w$]*')]
			: namePatterns(name),
		matches: other =>
			other.toLowerCase().includes(lower) ||
			(words.length > 1 && hasWords(other, words)) ||
			(loosely && hasLetters(other.toLowerCase(), lower)),
	};
}

/** Capitals begin words: `CHP` finds `CallHierarchyProvider`, `UserService` also `UserHttpService`, and `WidgetT` also `Widget_two`. */
export function namePatterns(query: string): readonly string[] {
	const name = query.split(/[\s.]+/).findLast(word => word !== '');
	if (name === undefined) {
		return [];
	}
	const [first = '', ...others] = wordsOf(name);
	const byWords = `(?i:${escapeForRegExp(first)})${others.map(wordPattern).join('')}`;
	return [`(?i:${escapeForRegExp(name)})`, ...(others.length > 0 ? [byWords] : [])];
}

function wordsOf(name: string): readonly string[] {
	return name.match(/^[^A-Z]+|[A-Z][^A-Z]*/g) ?? [];
}

/** A word begins with its capital, or after an underscore or a digit. */
function wordPattern(word: string): string {
	const capital = word.charAt(0);
	return `\\w*(?:${capital}|[_\\d](?i:${capital}))(?i:${escapeForRegExp(word.slice(1))})`;
}

/** The same as the pattern says, without a pattern: agents choose the words, and repositories the names. */
function hasWords(name: string, [first = '', ...others]: readonly string[]): boolean {
	const lower = name.toLowerCase();
	let at = lower.indexOf(first.toLowerCase());
	if (at === -1) {
		return false;
	}
	at += first.length;
	for (const word of others) {
		const wanted = word.toLowerCase();
		const begins = (place: number) => name.charAt(place) === word.charAt(0) || /[_\d]/.test(name.charAt(place - 1));
		let found = lower.indexOf(wanted, at);
		while (found !== -1 && !begins(found)) {
			found = lower.indexOf(wanted, found + 1);
		}
		if (found === -1) {
			return false;
		}
		at = found + word.length;
	}
	return true;
}

function hasLetters(name: string, letters: string): boolean {
	let at = 0;
	for (const letter of letters) {
		at = name.indexOf(letter, at) + letter.length;
		if (at < letter.length) {
			return false;
		}
	}
	return true;
}

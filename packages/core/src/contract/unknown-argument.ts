import { nearestName } from './nearest-name.ts';

/** The other words agents use for our parameters; edit distance alone would not find them. */
const OTHER_WORDS: Partial<Record<string, readonly string[]>> = {
	path: ['file', 'filename', 'uri', 'filepath', 'pathinproject', 'document'],
	symbol: ['name', 'identifier', 'symbolname'],
	line: ['row', 'linenumber', 'lineno'],
	column: ['character', 'col'],
	startLine: ['from', 'start', 'offset'],
	endLine: ['to', 'end'],
	query: ['pattern', 'search', 'text', 'searchtext'],
	limit: ['max', 'count', 'maxresults'],
};

/** A sentence about an argument that a tool does not take, with the one that was probably meant. */
export function explainUnknownArgument(key: string, known: readonly string[]): string {
	const simple = key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
	const meant = known.find(name => OTHER_WORDS[name]?.includes(simple)) ?? nearestName(key, known);
	return `There is no argument "${key}"${meant === undefined ? '.' : `; did you mean "${meant}"?`}`;
}

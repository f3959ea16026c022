import { nearestName } from '../text/nearest-name.ts';
import { meantBy } from './argument-words.ts';

/** A sentence about an argument that a tool does not take, with the one that was probably meant. */
export function explainUnknownArgument(key: string, known: readonly string[]): string {
	const meant = meantBy(key, known);
	const named = (meant.length > 0 ? meant : [nearestName(key, known)]).filter(name => name !== undefined);
	const question = named.map(name => `"${name}"`).join(' or ');
	return `There is no argument "${key}"${question === '' ? '.' : `; did you mean ${question}?`}`;
}

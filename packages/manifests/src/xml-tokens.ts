/** One piece of an XML file. */
export type XmlToken =
	| { kind: 'open'; name: string; attributes: string; closed: boolean }
	| { kind: 'close'; name: string }
	| { kind: 'text' | 'cdata'; text: string };

const CLOSING = /<\/([\w.:-]+)\s*>/y;
const OPENING = /<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;

/**
 * Goes through the file once. A beginning without an end is left out, and its end is not looked for again: a file of
 * `<!--<!--<!--` took hours as one regular expression.
 */
export function* xmlTokens(source: string): Generator<XmlToken> {
	const ends = endFinder(source);
	for (let position = 0; position < source.length; ) {
		const next = source.indexOf('<', position);
		if (next !== position) {
			const end = next === -1 ? source.length : next;
			yield { kind: 'text', text: source.slice(position, end) };
			position = end;
			continue;
		}
		const afterCData = source.startsWith('<![CDATA[', position) ? ends(']]>', position + 9) : undefined;
		const special =
			(source.startsWith('<!--', position) ? ends('-->', position + 4) : undefined) ??
			afterCData ??
			(/[?!]/.test(source.charAt(position + 1)) ? ends('>', position + 2) : undefined);
		if (special !== undefined) {
			if (special === afterCData) {
				yield { kind: 'cdata', text: source.slice(position + 9, special - 3) };
			}
			position = special;
			continue;
		}
		const closing = matchAt(CLOSING, source, position);
		const opening = closing ? null : matchAt(OPENING, source, position);
		if (closing) {
			yield { kind: 'close', name: closing[1] ?? '' };
		} else if (opening) {
			yield { kind: 'open', name: opening[1] ?? '', attributes: opening[2] ?? '', closed: opening[3] === '/' };
		}
		position += (closing ?? opening)?.[0].length ?? 1;
	}
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
	pattern.lastIndex = position;
	return pattern.exec(text);
}

/** Finds the position after the nearest such end. An end that was not found once is not looked for again. */
function endFinder(source: string): (end: string, from: number) => number | undefined {
	const missing = new Set<string>();
	return (end, from) => {
		const found = missing.has(end) ? -1 : source.indexOf(end, from);
		if (found === -1) {
			missing.add(end);
			return undefined;
		}
		return found + end.length;
	};
}

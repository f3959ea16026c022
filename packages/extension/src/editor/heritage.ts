/** A name that a class or interface extends or implements. */
export interface HeritageName {
	/** `Base`, or the last part of `library.Base`. */
	name: string;
	/** Of that name, in the text. */
	offset: number;
}

export interface TypeHead {
	kind: 'class' | 'interface';
	/** '' for a class expression without one. */
	name: string;
	nameOffset: number;
	heritage: readonly HeritageName[];
}

const TYPE_KEYWORD = /\b(class|interface)\b(?:\s+(?!extends\b|implements\b)([\p{ID_Start}$_][\p{ID_Continue}$]*))?/gu;
const TOKEN =
	/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|=>|[\p{ID_Start}$_][\p{ID_Continue}$]*|[^\s]/gu;
const OPENING = '<({[';
const CLOSING = '>)}]';

/** Reads the head of a TypeScript or JavaScript class or interface: from its keyword to the brace of its body. */
export function readTypeHead(text: string, keywordOffset: number): TypeHead | undefined {
	const here = new RegExp(TYPE_KEYWORD, 'uy');
	here.lastIndex = keywordOffset;
	const keyword = here.exec(text);
	if (!keyword) {
		return undefined;
	}
	const [all, kind, name = ''] = keyword;
	const end = keywordOffset + all.length;
	return {
		kind: kind === 'class' ? 'class' : 'interface',
		name,
		nameOffset: name === '' ? keywordOffset : end - name.length,
		heritage: readHeritage(text, end),
	};
}

/** The head that a name at this offset would be part of: the nearest class or interface before it, comments aside. */
export function typeHeadAround(text: string, offset: number): TypeHead | undefined {
	let nearest: number | undefined;
	for (const { index } of text.slice(0, offset).matchAll(TYPE_KEYWORD)) {
		const line = text.slice(text.lastIndexOf('\n', index) + 1, index).trimStart();
		if (!line.startsWith('*') && !line.startsWith('/*') && !line.includes('//')) {
			nearest = index;
		}
	}
	return nearest === undefined ? undefined : readTypeHead(text, nearest);
}

function readHeritage(text: string, start: number): HeritageName[] {
	const found: HeritageName[] = [];
	let depth = 0;
	let listing = false;
	let candidate: HeritageName | undefined;
	const keep = () => {
		if (candidate) {
			found.push(candidate);
		}
		candidate = undefined;
	};
	TOKEN.lastIndex = start;
	for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
		const [token] = match;
		if (depth === 0 && token === '{') {
			break;
		}
		if (OPENING.includes(token)) {
			// Base(…) is a call that gives the class: what it gives has no name here.
			candidate = depth === 0 && token === '(' ? undefined : candidate;
			depth++;
		} else if (CLOSING.includes(token)) {
			depth--;
			if (depth < 0) {
				break;
			}
		} else if (depth === 0) {
			if (token === 'extends' || token === 'implements') {
				keep();
				listing = true;
			} else if (token === ',') {
				keep();
			} else if (listing && /^[\p{ID_Start}$_]/u.test(token)) {
				candidate = { name: token, offset: match.index };
			}
		}
	}
	keep();
	return found;
}

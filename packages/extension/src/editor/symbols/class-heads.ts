/** A name that a class or interface extends or implements. */
export interface ParentName {
	/** `Base`, or the last part of `library.Base`. */
	name: string;
	/** Offset of that name in the text. */
	offset: number;
}

export interface TypeHead {
	kind: 'class' | 'interface';
	/** '' for a class expression without one. */
	name: string;
	nameOffset: number;
	parents: readonly ParentName[];
}

const TYPE_KEYWORD = /\b(class|interface)\b(?:\s+(?!extends\b|implements\b)([\p{ID_Start}$_][\p{ID_Continue}$]*))?/gu;
const TOKEN =
	/\/\*[\s\S]{0,2000}?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n]){0,500}"|'(?:\\.|[^'\\\n]){0,500}'|=>|[\p{ID_Start}$_][\p{ID_Continue}$]*|[^\s]/gu;
/** Characters of a head that are read: a longer one is not a head but a file without an end to it. */
const MAX_HEAD = 20_000;
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
		parents: readParents(text, end),
	};
}

/** The head that a name at this offset would be part of: the nearest class or interface before it, comments aside. */
export function typeHeadAround(text: string, offset: number): TypeHead | undefined {
	let nearest: number | undefined;
	let start = 0;
	for (const line of text.slice(0, offset).split('\n')) {
		const trimmed = line.trimStart();
		const comment = line.indexOf('//');
		if (!trimmed.startsWith('*') && !trimmed.startsWith('/*')) {
			const code = comment === -1 ? line : line.slice(0, comment);
			nearest = [...code.matchAll(TYPE_KEYWORD)].reduce((_, { index }) => start + index, nearest ?? -1);
		}
		start += line.length + 1;
	}
	return nearest === undefined || nearest === -1 ? undefined : readTypeHead(text, nearest);
}

function readParents(text: string, start: number): ParentName[] {
	const found: ParentName[] = [];
	let depth = 0;
	let listing = false;
	let candidate: ParentName | undefined;
	const keep = () => {
		if (candidate) {
			found.push(candidate);
		}
		candidate = undefined;
	};
	TOKEN.lastIndex = start;
	for (let match = TOKEN.exec(text); match && match.index < start + MAX_HEAD; match = TOKEN.exec(text)) {
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

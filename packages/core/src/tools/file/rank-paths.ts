/**
 * Scores a path against a query as people type it into a quick-open box; undefined when it does not. The name counts
 * more than the folders, whole words more than scattered letters, short more than long.
 */
export function scorePath(path: string, query: string): number | undefined {
	const wanted = query
		.trim()
		.replaceAll('\\', '/')
		.replace(/^\.?\//, '');
	const pieces = wanted.split(/\s+/).filter(piece => piece !== '');
	let score = 0;
	for (const piece of pieces) {
		const found = scorePiece(path, piece);
		if (found === undefined) {
			return undefined;
		}
		score += found;
	}
	return pieces.length === 0 ? undefined : score / pieces.length;
}

/** The paths that answer to the query, best first; equally good ones by length, then by name. */
export function rankPaths(paths: readonly string[], query: string): readonly string[] {
	return paths
		.flatMap(path => {
			const score = scorePath(path, query);
			return score === undefined ? [] : [{ path, score }];
		})
		.sort(
			(left, right) =>
				right.score - left.score || left.path.length - right.path.length || (left.path < right.path ? -1 : 1),
		)
		.map(({ path }) => path);
}

const EXACT_PATH = 1000;
const EXACT_NAME = 900;
const EXACT_STEM = 850;
const NAME_START = 800;
/** Capitals alone, SC for ShoppingCart. */
const MEANT_AS_HUMPS = 750;
const NAME_WORD = 700;
const NAME_PART = 600;
const PATH_PART = 500;
const HUMPS_IN_NAME = 400;
const LETTERS_IN_NAME = 200;
const LETTERS_IN_PATH = 100;

function scorePiece(path: string, piece: string): number | undefined {
	const lowerPath = path.toLowerCase();
	const lowerPiece = piece.toLowerCase();
	const name = path.slice(path.lastIndexOf('/') + 1);
	const lowerName = name.toLowerCase();
	// Letters in the right case settle between two that are otherwise equal.
	const rightCase = path.includes(piece) ? 1 : 0;
	if (lowerPath === lowerPiece) {
		return EXACT_PATH + rightCase;
	}
	if (lowerName === lowerPiece) {
		return EXACT_NAME + rightCase;
	}
	if (stem(lowerName) === lowerPiece) {
		return EXACT_STEM + rightCase;
	}
	const inName = lowerName.indexOf(lowerPiece);
	if (inName === 0) {
		return NAME_START + rightCase;
	}
	if (/^[A-Z]{2,}$/.test(piece) && lettersInOrder(humps(name), lowerPiece)) {
		return MEANT_AS_HUMPS;
	}
	if (inName > 0) {
		return (startsWord(name, inName) ? NAME_WORD : NAME_PART) + rightCase;
	}
	if (lowerPath.includes(lowerPiece)) {
		// A path that ends like the query is nearer than one with the query in the middle.
		return PATH_PART + (lowerPath.endsWith(lowerPiece) ? 50 : 0) + rightCase;
	}
	if (lettersInOrder(humps(name), lowerPiece)) {
		return HUMPS_IN_NAME;
	}
	if (lettersInOrder(lowerName, lowerPiece)) {
		return LETTERS_IN_NAME;
	}
	// A slash says that folders are meant: src/crt finds src/shop/cart.ts.
	return lettersInOrder(lowerPath, lowerPiece) ? LETTERS_IN_PATH : undefined;
}

function stem(name: string): string {
	const dot = name.indexOf('.', 1);
	return dot === -1 ? name : name.slice(0, dot);
}

function startsWord(name: string, index: number): boolean {
	return (
		/[^a-z0-9]/i.test(name.charAt(index - 1)) ||
		(/[A-Z]/.test(name.charAt(index)) && !/[A-Z]/.test(name.charAt(index - 1)))
	);
}

/** First letters of the words: `ShoppingCart.test.ts` has `sctt`. */
function humps(name: string): string {
	return [...name.matchAll(/[A-Z]|(?<![a-zA-Z])[a-z]|\d/g)].map(([hump]) => hump.toLowerCase()).join('');
}

function lettersInOrder(text: string, letters: string): boolean {
	let from = 0;
	for (const letter of letters) {
		const at = text.indexOf(letter, from);
		if (at === -1) {
			return false;
		}
		from = at + letter.length;
	}
	return true;
}

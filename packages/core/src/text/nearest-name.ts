const SHORT_WORD = 4;

/** Comparing takes the product of both lengths, and nobody mistypes a longer name. */
const MAX_NAME_LENGTH = 200;

/** The candidate that the user most likely meant, or undefined when nothing is close. */
export function nearestName(wanted: string, candidates: readonly string[]): string | undefined {
	if (wanted.length > MAX_NAME_LENGTH) {
		return undefined;
	}
	const simple = simplify(wanted);
	let best: string | undefined;
	let bestDistance = Math.max(2, Math.floor(simple.length / 3)) + 1;
	let bestEdits = Number.POSITIVE_INFINITY;
	for (const candidate of candidates.filter(name => name.length <= MAX_NAME_LENGTH)) {
		const other = simplify(candidate);
		const contained = simple.length > 2 && other.length > 2 && (other.includes(simple) || simple.includes(other));
		const edits = editDistance(simple, other);
		const distance = contained ? Math.min(2, edits) : isOtherWord(simple, other) ? Number.POSITIVE_INFINITY : edits;
		if (distance < bestDistance || (distance === bestDistance && edits < bestEdits && best !== undefined)) {
			best = candidate;
			bestDistance = distance;
			bestEdits = edits;
		}
	}
	return best;
}

/** Short words that differ in a letter are two words, as task and tail are, unless letters are only missing or swapped. */
function isOtherWord(left: string, right: string): boolean {
	const short = Math.min(left.length, right.length) <= SHORT_WORD;
	return short && !isWithin(left, right) && !isWithin(right, left) && !isSwapped(left, right);
}

/** True when all letters of one word stand in the other, in their order. */
function isWithin(inner: string, outer: string): boolean {
	let next = 0;
	for (const letter of outer) {
		next += letter === inner[next] ? 1 : 0;
	}
	return next === inner.length;
}

function isSwapped(left: string, right: string): boolean {
	return left.split('').sort().join('') === right.split('').sort().join('');
}

/** `file_path`, `filePath` and `file-path` are the same word to a user. */
function simplify(name: string): string {
	return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function editDistance(left: string, right: string): number {
	let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
	for (let row = 1; row <= left.length; row++) {
		const current = [row];
		for (let column = 1; column <= right.length; column++) {
			const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
			current[column] = Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
		}
		previous = current;
	}
	return previous[right.length] ?? 0;
}

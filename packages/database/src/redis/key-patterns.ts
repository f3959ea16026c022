/** Patterns that a list has room for; beyond it, keys are grouped by their first part. */
const MAX_PATTERNS = 200;

/** A part of a key that names one thing of many: a number, a date, a UUID, a hash, or what has digits and is long. */
const IDENTIFIER =
	/^(?:[\d.-]+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|(?=\D*\d)[\w-]{16,}|[^@\s]{1,64}@[^@\s]{1,255})$/i;

export interface KeyPattern {
	/** `user:*:cart`, or the key itself where there is one of its kind. */
	pattern: string;
	keys: readonly string[];
}

/** Groups keys as their authors named them: parts between colons, where a part that is an id stands for all ids. */
export function keyPatterns(keys: readonly string[]): readonly KeyPattern[] {
	const byParts = group(keys, key =>
		key
			.split(':')
			.map(part => (IDENTIFIER.test(part) ? '*' : part))
			.join(':'),
	);
	const patterns =
		byParts.length <= MAX_PATTERNS
			? byParts
			: group(keys, key => (key.includes(':') ? `${key.slice(0, key.indexOf(':'))}:*` : '*'));
	return patterns.slice(0, MAX_PATTERNS);
}

function group(keys: readonly string[], nameOf: (key: string) => string): readonly KeyPattern[] {
	const groups = new Map<string, string[]>();
	for (const key of keys) {
		const name = nameOf(key);
		const known = groups.get(name);
		if (known) {
			known.push(key);
		} else {
			groups.set(name, [key]);
		}
	}
	return [...groups]
		.map(([pattern, members]) => ({ pattern, keys: members }))
		.sort((left, right) => right.keys.length - left.keys.length || (left.pattern < right.pattern ? -1 : 1));
}

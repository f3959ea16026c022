const WRITING = new Set(['insert', 'update', 'delete', 'replace', 'merge', 'create', 'alter', 'drop', 'truncate']);

/** Text that says nothing of what a statement does: literals, quoted names and comments, closed or not. */
const OPAQUE: readonly (readonly [open: string, close: string])[] = [
	['--', '\n'],
	['/*', '*/'],
	["'", "'"],
	['"', '"'],
	['`', '`'],
];

/**
 * True for a statement that is meant to write, by its own verb: the first word, or the first verb after the tables of a WITH. It
 * only chooses the tool that is asked. That one decides: the tool that reads refuses every write, the other asks the user.
 */
export function isWritingStatement(sql: string): boolean {
	const [first, ...rest] = wordsOutsideBrackets(sql);
	if (first !== 'with') {
		return first !== undefined && WRITING.has(first);
	}
	const verb = rest.find(word => word === 'select' || word === 'values' || WRITING.has(word));
	return verb !== undefined && WRITING.has(verb);
}

function wordsOutsideBrackets(sql: string): readonly string[] {
	const words: string[] = [];
	let depth = 0;
	let at = 0;
	while (at < sql.length) {
		const opaque = OPAQUE.find(([open]) => sql.startsWith(open, at));
		if (opaque) {
			const [open, close] = opaque;
			const end = sql.indexOf(close, at + open.length);
			at = end === -1 ? sql.length : end + close.length;
			continue;
		}
		const [word] = wordAt(sql, at);
		if (word !== undefined) {
			if (depth === 0) {
				words.push(word.toLowerCase());
			}
			at += word.length;
			continue;
		}
		depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0;
		at++;
	}
	return words;
}

function wordAt(sql: string, at: number): readonly string[] {
	const pattern = /\w+/y;
	pattern.lastIndex = at;
	return pattern.exec(sql) ?? [];
}

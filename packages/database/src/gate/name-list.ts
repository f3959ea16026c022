/** True when a name, in lower case, is one of a list. */
export type NameList = (name: string) => boolean;

/** Names separated by blanks; `*` stands for anything. Compared part by part, so that no name is slow to judge. */
export function nameList(...lines: readonly string[]): NameList {
	const names = lines.flatMap(line => line.trim().split(/\s+/)).filter(Boolean);
	const exact = new Set(names.filter(name => !name.includes('*')));
	const patterns = names.filter(name => name.includes('*')).map(name => name.split('*'));
	return name => exact.has(name) || patterns.some(parts => matches(name, parts));
}

function matches(name: string, [first = '', ...others]: readonly string[]): boolean {
	const last = others.pop() ?? '';
	if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
		return false;
	}
	let at = first.length;
	for (const part of others) {
		const found = name.indexOf(part, at);
		if (found === -1) {
			return false;
		}
		at = found + part.length;
	}
	return at <= name.length - last.length;
}

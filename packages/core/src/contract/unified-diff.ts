/** What changed from one text to another, in the form that `diff -u` gives a hunk: one hunk around everything. */
export function unifiedDiff(
	before: string,
	after: string,
	options: { context?: number; budget?: number } = {},
): string {
	if (before === after) {
		return '';
	}
	const { context = 3, budget = Infinity } = options;
	const [left, right] = [before.split('\n'), after.split('\n')];
	const shorter = Math.min(left.length, right.length);
	let same = 0;
	while (same < shorter && left[same] === right[same]) {
		same++;
	}
	let sameEnd = 0;
	while (sameEnd < shorter - same && left.at(-1 - sameEnd) === right.at(-1 - sameEnd)) {
		sameEnd++;
	}
	const start = Math.max(0, same - context);
	const after1 = Math.min(context, sameEnd);
	const lines = [
		`@@ -${start + 1},${left.length - sameEnd + after1 - start} +${start + 1},${right.length - sameEnd + after1 - start} @@`,
		...left.slice(start, same).map(line => ` ${line}`),
		...left.slice(same, left.length - sameEnd).map(line => `-${line}`),
		...right.slice(same, right.length - sameEnd).map(line => `+${line}`),
		...right.slice(right.length - sameEnd, right.length - sameEnd + after1).map(line => ` ${line}`),
	];
	const text = lines.join('\n');
	return text.length <= budget ? text : `${text.slice(0, budget)}\n(shortened)`;
}

import { diffLines, type Hunk } from './line-diff.ts';

/** Writes the differences of two texts as `diff -u` does, without the names of files; '' when there are none. */
export function unifiedDiff(
	before: string,
	after: string,
	{ context = 2, budget = 4000 }: { context?: number; budget?: number } = {},
): string {
	const old = before.split('\n');
	const fresh = after.split('\n');
	const groups = groupNear(diffLines(old, fresh), context);
	const lines = groups.flatMap(group => render(group, old, fresh, context));
	const shown: string[] = [];
	let used = 0;
	for (const line of lines) {
		used += line.length + 1;
		if (used > budget) {
			return [...shown, `(… ${lines.length - shown.length} more lines of differences)`].join('\n');
		}
		shown.push(line);
	}
	return shown.join('\n');
}

/** Hunks whose context would touch are shown together. */
function groupNear(hunks: readonly Hunk[], context: number): readonly (readonly Hunk[])[] {
	const groups: Hunk[][] = [];
	for (const hunk of hunks) {
		const last = groups.at(-1)?.at(-1);
		if (last && hunk.from - last.to <= 2 * context) {
			groups.at(-1)?.push(hunk);
		} else {
			groups.push([hunk]);
		}
	}
	return groups;
}

function render(group: readonly Hunk[], old: readonly string[], fresh: readonly string[], context: number): string[] {
	const [first] = group;
	const last = group.at(-1);
	if (!first || !last) {
		return [];
	}
	const from = Math.max(0, first.from - context);
	const to = Math.min(old.length, last.to + context);
	const newFrom = first.newFrom - (first.from - from);
	const newTo = last.newTo + (to - last.to);
	const body: string[] = [];
	let next = from;
	for (const hunk of group) {
		body.push(...old.slice(next, hunk.from).map(line => ` ${line}`));
		body.push(...old.slice(hunk.from, hunk.to).map(line => `-${line}`));
		body.push(...fresh.slice(hunk.newFrom, hunk.newTo).map(line => `+${line}`));
		next = hunk.to;
	}
	body.push(...old.slice(next, to).map(line => ` ${line}`));
	return [`@@ -${from + 1},${to - from} +${newFrom + 1},${newTo - newFrom} @@`, ...body];
}

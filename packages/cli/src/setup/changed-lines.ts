import { diffLines } from '@hawser/core/text/line-diff.ts';

/** The lines that differ, with a few around them. One stretch: edits of a configuration file are in one place. */
export function changedLines(before: string, after: string, context = 2): string {
	const [old, now] = [linesOf(before), linesOf(after)];
	const hunks = diffLines(old, now);
	const { from = 0, newFrom = 0 } = hunks[0] ?? {};
	const { to = 0, newTo = 0 } = hunks.at(-1) ?? {};
	return [
		...old.slice(Math.max(0, from - context), from).map(line => `  ${line}`),
		...old.slice(from, to).map(line => `- ${line}`),
		...now.slice(newFrom, newTo).map(line => `+ ${line}`),
		...old.slice(to, to + context).map(line => `  ${line}`),
	]
		.map(line => line.trimEnd())
		.join('\n');
}

function linesOf(text: string): string[] {
	const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
	return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

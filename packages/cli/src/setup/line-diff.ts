/** The lines that differ, with a few around them. One stretch: edits of a configuration file are in one place. */
export function lineDiff(before: string, after: string, context = 2): string {
	const [old, now] = [linesOf(before), linesOf(after)];
	let top = 0;
	while (top < old.length && top < now.length && old[top] === now[top]) {
		top++;
	}
	let bottom = 0;
	while (bottom < old.length - top && bottom < now.length - top && old.at(-1 - bottom) === now.at(-1 - bottom)) {
		bottom++;
	}
	const endOfOld = old.length - bottom;
	return [
		...old.slice(Math.max(0, top - context), top).map(line => `  ${line}`),
		...old.slice(top, endOfOld).map(line => `- ${line}`),
		...now.slice(top, now.length - bottom).map(line => `+ ${line}`),
		...old.slice(endOfOld, endOfOld + context).map(line => `  ${line}`),
	]
		.map(line => line.trimEnd())
		.join('\n');
}

function linesOf(text: string): string[] {
	const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
	return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

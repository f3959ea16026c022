import type { BlameRun } from '@hawser/core/ports/git.ts';

const UNCOMMITTED = /^0+$/;

interface Origin {
	author: string;
	date: string;
	subject: string;
}

/** Reads what `git blame --porcelain` prints: facts of a commit stand where it comes first. */
export function parseBlame(output: string): BlameRun[] {
	const origins = new Map<string, Origin>();
	const runs: (BlameRun & { hash: string; lines: string[] })[] = [];
	let current: { hash: string; line: number; facts: Map<string, string> } | undefined;
	for (const row of output.replace(/\n$/, '').split('\n')) {
		const start = /^([0-9a-f]{40,64}) \d+ (\d+)/.exec(row);
		if (row.startsWith('\t') && current) {
			addLine(current.hash, current.line, row.slice(1).replace(/\r$/, ''));
		} else if (start?.[1] !== undefined) {
			current = { hash: start[1], line: Number(start[2]), facts: new Map() };
		} else if (current) {
			const space = row.indexOf(' ');
			current.facts.set(row.slice(0, space), row.slice(space + 1));
		}
	}
	return runs.map(({ startLine, lines, commit }) => ({ startLine, lines, ...(commit && { commit }) }));

	function addLine(hash: string, line: number, text: string): void {
		const facts = current?.facts;
		if (facts?.has('author')) {
			origins.set(hash, {
				author: facts.get('author') ?? '',
				date: toDate(facts.get('author-time'), facts.get('author-tz')),
				subject: facts.get('summary') ?? '',
			});
		}
		const last = runs.at(-1);
		if (last?.hash === hash && last.startLine + last.lines.length === line) {
			last.lines.push(text);
			return;
		}
		const origin = origins.get(hash);
		runs.push({
			hash,
			startLine: line,
			lines: [text],
			...(origin && !UNCOMMITTED.test(hash) && { commit: { hash, ...origin } }),
		});
	}
}

/** ISO 8601 in the zone of the author, as git log gives it. */
function toDate(seconds = '0', zone = '+0000'): string {
	const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
	const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
	const local = new Date((Number(seconds) + offset) * 1000).toISOString().slice(0, 19);
	return `${local}${sign}${hours}:${minutes}`;
}

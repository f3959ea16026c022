import type { Commit, CommitDetails } from '@hawser/core/ports/git.ts';

const FIELDS = ['%H', '%an', '%ae', '%aI', '%s', '%D', '%b', '%cn', '%cI', '%P'] as const;

/** Each field ends in NUL, which no message can contain. */
export const LOG_FORMAT = `--format=${FIELDS.map(field => `${field}%x00`).join('')}`;

/** Reads what `git log` or `git show --no-patch` prints with that format. */
export function parseLog(output: string): CommitDetails[] {
	const parts = output.split('\0');
	const commits: CommitDetails[] = [];
	for (
		let start = 0;
		start + FIELDS.length < parts.length + 1 && (parts[start] ?? '').trim() !== '';
		start += FIELDS.length
	) {
		const [
			hash = '',
			author = '',
			email = '',
			date = '',
			subject = '',
			refs = '',
			body = '',
			committer = '',
			committed = '',
			parents = '',
		] = parts.slice(start, start + FIELDS.length);
		commits.push({
			// A line break stands between commits.
			hash: hash.trim(),
			author,
			email,
			date,
			subject,
			refs: refs.split(', ').filter(Boolean).map(plainRef),
			body: body.trimEnd(),
			committer,
			committed,
			parents: parents.split(' ').filter(Boolean),
		});
	}
	return commits;
}

export function toCommit({ hash, author, email, date, subject, refs }: CommitDetails): Commit {
	return { hash, author, email, date, subject, refs };
}

function plainRef(ref: string): string {
	return ref.replace(/^HEAD -> /, '');
}

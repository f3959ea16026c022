import type { MatchPage, TextMatch, TextQuery, TextSearch } from '../../src/ports/text-search.ts';

/** Finds plain text in the given files, as the editor would. */
export class FakeTextSearch implements TextSearch {
	readonly queries: TextQuery[] = [];
	private readonly files: Record<string, string>;

	constructor(files: Record<string, string>) {
		this.files = files;
	}

	search(query: TextQuery, { offset, limit }: MatchPage) {
		this.queries.push(query);
		const paths = Object.keys(this.files).sort();
		const matches = paths
			.flatMap(path => matchesIn(path, this.files[path] ?? '', query.text))
			.map((match, index) => ({ ...match, index }));
		const files = paths.flatMap(path => {
			const count = matches.filter(match => match.path === path).length;
			return count > 0 ? [{ path, matches: count }] : [];
		});
		return Promise.resolve({
			files,
			matches: matches.slice(offset, offset + limit),
			searchedNothing: paths.length === 0,
		});
	}
}

function matchesIn(path: string, text: string, wanted: string): Omit<TextMatch, 'index'>[] {
	return text.split('\n').flatMap((content, row) => {
		const found: Omit<TextMatch, 'index'>[] = [];
		for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
			found.push({ path, line: row + 1, endLine: row + 1, column: at + 1, text: content, before: [], after: [] });
		}
		return found;
	});
}

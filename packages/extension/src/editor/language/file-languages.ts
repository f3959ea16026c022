import { isRecord, listOf, recordsOf } from '@hawser/core/data/plain-data.ts';
import { globMatcher } from '@hawser/core/text/glob.ts';

/** The id of a file's language as VS Code would choose it from the name; undefined for what is no language's file. */
export type FileLanguages = (path: string) => string | undefined;

/**
 * `manifests` are those of the installed extensions. The user's associations come first, then whole names, then the longest
 * ending. (VS Code also looks at a file's first line, which would mean to read every file.)
 */
export function createFileLanguages(manifests: readonly unknown[], associations: unknown): FileLanguages {
	const names = new Map<string, string>();
	const endings = new Map<string, string>();
	const patterns: { matches: (path: string) => boolean; language: string }[] = [];
	for (const language of manifests.flatMap(contributedLanguages)) {
		const id = String(language['id']);
		for (const name of texts(language['filenames'])) {
			names.set(name.toLowerCase(), id);
		}
		for (const ending of texts(language['extensions'])) {
			endings.set(ending.toLowerCase(), endings.get(ending.toLowerCase()) ?? id);
		}
		for (const pattern of texts(language['filenamePatterns'])) {
			addPattern(pattern, id);
		}
	}
	const contributed = patterns.length;
	for (const [pattern, id] of Object.entries(isRecord(associations) ? associations : {})) {
		if (typeof id === 'string') {
			addPattern(pattern, id);
		}
	}
	const own = patterns.slice(contributed);
	return path => {
		const slashed = path.replaceAll('\\', '/');
		const name = slashed.slice(slashed.lastIndexOf('/') + 1).toLowerCase();
		const find = (list: typeof patterns) => list.find(({ matches }) => matches(slashed.replace(/^\//, '')))?.language;
		return find(own) ?? names.get(name) ?? find(patterns.slice(0, contributed)) ?? endingOf(name);
	};

	function addPattern(pattern: string, language: string): void {
		try {
			const anywhere = pattern.startsWith('/') || pattern.startsWith('**/') ? pattern : `**/${pattern}`;
			patterns.push({ matches: globMatcher([anywhere.replace(/^\//, '')]), language });
		} catch {
			// A pattern that cannot be read matches nothing, as in VS Code.
		}
	}

	function endingOf(name: string): string | undefined {
		for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
			const language = endings.get(name.slice(dot));
			if (language !== undefined) {
				return language;
			}
		}
		return undefined;
	}
}

function contributedLanguages(manifest: unknown): readonly Readonly<Record<string, unknown>>[] {
	const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
	return recordsOf(isRecord(contributes) ? contributes['languages'] : undefined);
}

function texts(value: unknown): string[] {
	return listOf(value).filter(entry => typeof entry === 'string');
}

import { isRecord, recordsOf } from '@hawser/core/data/plain-data.ts';
import { globMatcher } from '@hawser/core/text/glob.ts';

/** `default`: a file of this kind opens as a notebook. `option`: the user may choose to open it as one. */
export type NotebookFit = 'default' | 'option';

/** Tells from the name of a file how it fits the notebooks that the extensions with these manifests contribute. */
export function createNotebookTypes(manifests: readonly unknown[]): (path: string) => NotebookFit | undefined {
	const types = manifests.flatMap(contributedNotebooks).map(({ priority, selector }) => ({
		fit: priority === 'option' ? ('option' as const) : ('default' as const),
		matchers: recordsOf(selector).flatMap(toMatcher),
	}));
	return path => {
		const slashed = path.replaceAll('\\', '/').replace(/^\//, '');
		const fits = types.filter(({ matchers }) => matchers.some(matches => matches(slashed))).map(({ fit }) => fit);
		return fits.includes('default') ? 'default' : fits[0];
	};
}

function contributedNotebooks(manifest: unknown) {
	const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
	return recordsOf(isRecord(contributes) ? contributes['notebooks'] : undefined);
}

function toMatcher({ filenamePattern, excludeFileNamePattern }: Readonly<Record<string, unknown>>) {
	const included = matcherOf(filenamePattern);
	const excluded = matcherOf(excludeFileNamePattern);
	return included ? [(path: string) => included(path) && !excluded?.(path)] : [];
}

/** VS Code matches a pattern without a slash against the name alone, whatever its case. */
function matcherOf(pattern: unknown): ((path: string) => boolean) | undefined {
	if (typeof pattern !== 'string') {
		return undefined;
	}
	try {
		const anywhere = pattern.startsWith('**/') ? pattern : `**/${pattern.replace(/^\//, '')}`;
		const matches = globMatcher([anywhere.toLowerCase()]);
		return path => matches(path.toLowerCase());
	} catch {
		// A pattern that cannot be read matches nothing, as in VS Code.
		return undefined;
	}
}

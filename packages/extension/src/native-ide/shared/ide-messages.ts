import { pathToFileURL } from 'node:url';
import type { IdeFileProblems } from './edit-problems.ts';
import type { UserContext } from './editor-context.ts';
import type { MentionedPlace } from './ide-connections.ts';

const NOWHERE = { line: 0, character: 0 };

/** The parameters of `selection_changed`. Without a file, the agent forgets what it was told before. */
export function selectionParams({ place }: UserContext): object {
	if (!place) {
		return { text: '', selection: { start: NOWHERE, end: NOWHERE, isEmpty: true } };
	}
	const { path, text, start, end } = place;
	const isEmpty = start.line === end.line && start.character === end.character;
	return { text, filePath: path, fileUrl: pathToFileURL(path).href, selection: { start, end, isEmpty } };
}

/** The parameters of `at_mentioned`. */
export function mentionParams({ path, lines }: MentionedPlace): object {
	return { filePath: path, ...(lines && { lineStart: lines.start, lineEnd: lines.end }) };
}

/** The answer of `getDiagnostics`. */
export function problemsText(files: readonly IdeFileProblems[]): string {
	return JSON.stringify(files.map(({ path, problems }) => ({ uri: pathToFileURL(path).href, diagnostics: problems })));
}

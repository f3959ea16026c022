import type { Journal } from '@hawser/journal/journal.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';

/** Texts of the journal, and texts that an undoing would leave, as documents that nobody can edit. */
export interface ChangedTexts extends vscode.Disposable {
	/** A text by its digest; without one, the empty text of a file that is not there. */
	ofJournal(file: string, digest: string | undefined): vscode.Uri;
	/** A text that is in no journal; kept until many others have come. */
	ofText(file: string, text: string): vscode.Uri;
}

const SCHEME = 'hawser-change';
/** Of previews, the oldest are forgotten first. */
const MAX_PREVIEWS = 500;

/** The path is the file's own, so that VS Code takes the language and the name from it. */
export function createChangedTexts(journals: () => Promise<readonly Journal[]>): ChangedTexts {
	const previews = new Map<string, string>();
	let previewCount = 0;
	const uriOf = (file: string, query: string) => vscode.Uri.file(file).with({ scheme: SCHEME, query });

	async function textOf(query: string): Promise<string> {
		const preview = previews.get(query);
		if (preview !== undefined || query === '') {
			return preview ?? '';
		}
		for (const journal of await journals()) {
			const text = await journal.text(query);
			if (text !== undefined) {
				return text;
			}
		}
		return `${vscode.l10n.t('This text was given up: changes are kept for two weeks.')}\n`;
	}

	const registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
		provideTextDocumentContent: ({ query }) => textOf(query),
	});
	return {
		ofJournal: (file, digest) => uriOf(file, digest ?? ''),
		ofText(file, text) {
			const query = `preview-${++previewCount}`;
			setBounded(previews, query, text, MAX_PREVIEWS);
			return uriOf(file, query);
		},
		dispose: () => void registration.dispose(),
	};
}

import * as l10n from '@vscode/l10n';

/** Takes the translations that the extension has put into the page; in English there are none. To be called before any text is shown. */
export function takeTranslations(): void {
	const { translations } = document.body.dataset;
	if (translations !== undefined) {
		l10n.config({ contents: translations });
	}
}

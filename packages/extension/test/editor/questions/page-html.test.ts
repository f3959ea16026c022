import { expect, test, vi } from 'vitest';

const bundle: Record<string, string> = {};

vi.mock('vscode', async original => ({
	...(await original<object>()),
	Uri: { joinPath: (...parts: unknown[]) => parts.join('/') },
	env: { language: 'de' },
	l10n: { bundle },
}));

const { showPage } = await import('../../../src/editor/questions/page-html.ts');

test('a page gets the translations of the user’s language, whatever characters they have', () => {
	Object.assign(bundle, { 'Allow "{0}"?': '"{0}" <b>& mehr</b> erlauben?' });
	const webview = { html: '', options: {}, cspSource: 'self', asWebviewUri: (uri: unknown) => uri };
	showPage(webview as never, '/extension' as never, { title: '<Fragen>', body: '<main></main>' });
	expect(webview.html).toContain('<html lang="de">');
	expect(webview.html).toContain('<title>&lt;Fragen></title>');
	const embedded = /<body data-translations="([^"]*)">/.exec(webview.html)?.[1] ?? '';
	const decoded = embedded.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
	expect(JSON.parse(decoded)).toEqual(bundle);
});

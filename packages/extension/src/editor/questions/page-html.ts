import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

interface Page {
	title: string;
	/** Name of its script and its style sheet, without their endings; the one of questions and rules unless given. */
	bundle?: string;
	/** The places that the script fills, without a word: those go in as text. */
	body: string;
}

/** Lets the page run its own script and nothing else. Texts come as messages, and the page puts them in as text. */
export function showPage(
	webview: vscode.Webview,
	extension: vscode.Uri,
	{ title, bundle = 'pages', body }: Page,
): void {
	const dist = vscode.Uri.joinPath(extension, 'dist');
	const nonce = randomBytes(16).toString('base64url');
	const address = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
	const policy = [
		"default-src 'none'",
		"form-action 'none'",
		"base-uri 'none'",
		`style-src ${webview.cspSource}`,
		`script-src 'nonce-${nonce}'`,
	].join('; ');
	webview.options = { enableScripts: true, enableCommandUris: false, localResourceRoots: [dist] };
	webview.html = `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
<head>
	<meta charset="utf-8">
	<meta http-equiv="Content-Security-Policy" content="${policy}">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<link rel="stylesheet" href="${address(`${bundle}.css`)}">
	<title>${escaped(title)}</title>
</head>
<body${translations()}>
	${body}
	<script nonce="${nonce}" src="${address(`${bundle}.js`)}"></script>
</body>
</html>`;
}

/** The page has no `vscode`, so it is given what VS Code has loaded for the language of the user; in English that is nothing. */
function translations(): string {
	const { bundle } = vscode.l10n;
	return bundle === undefined ? '' : ` data-translations="${escaped(JSON.stringify(bundle))}"`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

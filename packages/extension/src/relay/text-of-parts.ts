import * as vscode from 'vscode';

/** The answer of a tool as text; parts that are no text are named, with their size. */
export function textOfParts(parts: readonly unknown[]): string {
	return parts.map(textOf).join('\n');
}

function textOf(part: unknown): string {
	if (part instanceof vscode.LanguageModelTextPart) {
		return part.value;
	}
	if (part instanceof vscode.LanguageModelPromptTsxPart) {
		return textInTree(part.value).trim();
	}
	if (isData(part)) {
		return /^text\/|json|xml/.test(part.mimeType)
			? new TextDecoder().decode(part.data)
			: `(${part.mimeType}, ${part.data.byteLength} bytes)`;
	}
	return `(${typeof part})`;
}

/** The tree in which an extension lays out a prompt; its leaves hold the text. */
function textInTree(node: unknown): string {
	if (Array.isArray(node)) {
		return node.map(textInTree).join('');
	}
	if (typeof node !== 'object' || node === null) {
		return '';
	}
	const own = 'text' in node && typeof node.text === 'string' ? node.text : '';
	const below = [Reflect.get(node, 'node'), Reflect.get(node, 'children')].map(textInTree).join('');
	const lineBreak = 'lineBreakBefore' in node && Boolean(node.lineBreakBefore) ? '\n' : '';
	return `${lineBreak}${own}${below}`;
}

function isData(part: unknown): part is { mimeType: string; data: Uint8Array } {
	return (
		typeof part === 'object' &&
		part !== null &&
		'mimeType' in part &&
		typeof part.mimeType === 'string' &&
		'data' in part &&
		part.data instanceof Uint8Array
	);
}

import type { Reply } from '@hawser/core/contract/envelope.ts';
import { mapStrings } from '@hawser/core/data/map-strings.ts';
import { showHiddenCharacters } from '@hawser/core/text/show-hidden-characters.ts';
import * as vscode from 'vscode';

/**
 * The text for the model, and the envelope as data for programs that call the tool; Copilot shows a model no JSON parts, so
 * nothing is said twice. A failure is thrown: VS Code then tells model and user that the call has failed, with the text.
 */
export function toToolResult({ envelope, text }: Reply): vscode.LanguageModelToolResult {
	if (!envelope.ok) {
		throw new Error(text);
	}
	const result = new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
	// Another chat may show it to a model after all.
	const data = jsonPart(mapStrings(envelope, showHiddenCharacters));
	if (data !== undefined) {
		result.content.push(data);
	}
	return result;
}

/** Undefined in versions of VS Code that have no such parts. */
function jsonPart(value: object): unknown {
	const part: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
	return makesJson(part) ? part.json(value) : undefined;
}

function makesJson(value: unknown): value is { json(value: object): unknown } {
	return typeof value === 'function' && 'json' in value && typeof value.json === 'function';
}

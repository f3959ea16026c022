import type { Call, Outcome } from '@hawser/core/contract/tool.ts';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import * as vscode from 'vscode';
import { textOfParts } from './text-of-parts.ts';

/** Calls a tool of another extension. VS Code asks the user first where that extension wants it. */
export async function invokeRelayed(name: string, input: object, { signal, budget, progress }: Call): Promise<Outcome> {
	const source = new vscode.CancellationTokenSource();
	const stopListening = signal.onCancelled(() => source.cancel());
	progress({ message: `Waiting for ${name}` });
	try {
		const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, source.token);
		const text = textOfParts(result.content);
		if ('hasError' in result && result.hasError === true) {
			throw failed(name, text);
		}
		const shown = text.slice(0, budget);
		const data = { text: shown, ...(shown.length < text.length && { truncated: true, totalCharacters: text.length }) };
		return { data, texts: [text === '' ? `${name} is done; it answered nothing.` : text] };
	} catch (cause) {
		throw explain(name, cause);
	} finally {
		stopListening();
		source.dispose();
	}
}

function explain(name: string, cause: unknown): unknown {
	if (cause instanceof ToolError) {
		return cause;
	}
	// The caller has gone by then if it was not the user who said no.
	if (cause instanceof Error && cause.name === 'Canceled') {
		return new ToolError('E_DENIED', `The user did not allow ${name}, or it was cancelled.`, { cause });
	}
	return failed(name, messageOf(cause), cause);
}

function failed(name: string, words: string, cause?: unknown): ToolError {
	return new ToolError('E_RELAY_FAILED', `${name} failed: ${words.trim()}`, { cause });
}
